import { seededRandom } from '@revera/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../platform/test-database.ts';
import { openModelDatabase, type ModelDatabase } from '../../testing/money-model/model-database.ts';
import {
  endState,
  loggedMessages,
  newScenario,
  openScenario,
  shuffled,
  tellAll,
} from '../../testing/money-model/replay.ts';
import { runMoneyModel } from '../../testing/money-model/run.ts';
import { checkLedger } from './ledger/index.ts';

/** `npm run model:money` runs more of them. */
const OPERATIONS = Number(process.env['REVERA_MODEL_OPERATIONS'] ?? '600');
const SEED = Number(process.env['REVERA_MODEL_SEED'] ?? '1');

let database: ModelDatabase;
beforeAll(async () => {
  database = await openModelDatabase(process.env['REVERA_MODEL_DATABASE_URL']);
});
afterAll(() => database.drop());

describe('the books', () => {
  it(`balance after ${OPERATIONS} operations at once, with crashes (seed ${SEED})`, async () => {
    const { problems, counts } = await runMoneyModel(database, { operations: OPERATIONS, seed: SEED });
    if (process.env['REVERA_MODEL_OPERATIONS'] !== undefined) console.table(counts);
    expect(problems, `seed ${SEED}`).toEqual([]);
  }, 3_600_000);
});

/** The whole scenario, several times; a busy machine takes a minute. */
const REPLAY_MS = 300_000;

describe('what the gateway tells', { timeout: REPLAY_MS }, () => {
  const scenario = newScenario(4);
  const databases: TestDatabase[] = [];
  afterAll(() => Promise.all(databases.map((each) => each.drop())));

  /** The end of the scenario in a database of its own. */
  async function endAfter(messages: readonly string[], senders: number): Promise<[TestDatabase, string[]]> {
    const own = await createTestDatabase();
    databases.push(own);
    await tellAll(await openScenario(own, scenario), messages, senders);
    expect((await checkLedger(own.db)).mismatches).toEqual([]);
    return [own, await endState(own)];
  }

  it('I19 gives the same balances when the whole log is replayed into an empty copy', async () => {
    const [first, end] = await endAfter(shuffled(seededRandom(SEED), scenario.messages), 3);
    const log = await loggedMessages(first);
    expect(log.length).toBeGreaterThanOrEqual(scenario.messages.length);
    expect(await endAfter(log, 1)).toEqual([expect.anything(), end]);
    expect(await endAfter([...log, ...log], 1)).toEqual([expect.anything(), end]);
  });

  it('I20 ends alike in any order and repeated', async () => {
    const ends = new Set<string>();
    for (let n = 0; n < 5; n += 1) {
      const [, end] = await endAfter(shuffled(seededRandom(SEED + n), scenario.messages), 1 + n);
      ends.add(end.join('\n'));
    }
    expect([...ends]).toHaveLength(1);
    // Everything happened that can: plans, recharges, late money, and each reason for suspense.
    for (const what of [
      'fulfilled plan',
      'fulfilled balance',
      'late_to_balance',
      'second_payment',
      'amount_mismatch',
      'unknown_order',
    ]) {
      expect([...ends].join()).toContain(what);
    }
  });
});
