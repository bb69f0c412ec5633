import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openModelDatabase, type ModelDatabase } from '../../testing/money-model/model-database.ts';
import { runMoneyModel } from '../../testing/money-model/run.ts';

/** `npm run model:money` runs more of them. */
const OPERATIONS = Number(process.env['REVERA_MODEL_OPERATIONS'] ?? '300');
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
