import { seededRandom } from '@revera/testkit';
import { buildPng } from '@revera/testkit/media';
import { movedClock, startAnsweringServer, startNetwork } from '@revera/testkit/servers';
import { expect, it } from 'vitest';
import { until } from '../../platform/test-process.ts';
import { DISRUPTIONS, KILLS, type Disruption } from './disruptions.ts';
import { createLedger, type Counts, type Ledger } from './ledger.ts';
import { startLoad, type Load } from './load.ts';
import { reckon, settle, type Reckoned } from './reckoning.ts';
import { createWorld, type World } from './world.ts';

/** What `npm run chaos` asks for; with the other tests each part of a service of two processes falls once. */
const {
  REVERA_CHAOS_MINUTES = '0',
  REVERA_CHAOS_APIS = '1',
  REVERA_CHAOS_WORKERS = '1',
  REVERA_CHAOS_SEED = '1',
  REVERA_CHAOS_KILLS,
} = process.env;
const MINUTES = Number(REVERA_CHAOS_MINUTES);
const SIZE = { apis: Number(REVERA_CHAOS_APIS), workers: Number(REVERA_CHAOS_WORKERS) };
const DISRUPTED = REVERA_CHAOS_KILLS === undefined ? DISRUPTIONS : KILLS;
const CLIENTS = 4;
const startReceiver = () =>
  startAnsweringServer((_body, response) => {
    response.writeHead(204).end();
    return Promise.resolve();
  });

/** Between two disruptions, so that one is over before the next begins. */
const CALM = 8;
const RECOVERY = { everyMs: 100, withinMs: 60_000 };

it(
  'nothing is lost, doubled or left behind when the parts fall one after the other, under load',
  async () => {
    const random = seededRandom(Number(REVERA_CHAOS_SEED));
    const world = await createWorld({ startNetwork, movedClock, startReceiver, random }, SIZE);
    const ledger = createLedger();
    try {
      const load = startLoad(() => world.target(), ledger, { buildPng, random }, CLIENTS);
      await load.outcomes(CALM);
      const end = Date.now() + MINUTES * 60_000;
      do {
        for (const disruption of DISRUPTED) await disrupt(disruption, world, load, ledger);
      } while (Date.now() < end);
      await load.stop();
      for (const { process } of world.members) expect(process.output.exit).toBeNull();
      await settle(world, ledger);
      for (const { process } of world.members) expect(await process.stop()).toMatchObject({ exit: 0 });
      const reckoned = await reckon(ledger, world);
      console.info(report(ledger, reckoned));
      expect(reckoned.recorded).toBeGreaterThan(0);
      expect(reckoned.used).toBeGreaterThan(0);
      expect(reckoned.reckoning).toEqual({
        lost: { signatures: 0, jobs: 0, accounts: 0, mails: 0, units: 0, events: 0 },
        doubled: { signatures: 0, accounts: 0, mails: 0, units: 0, events: 0 },
        left_behind: { jobs: 0, uploads: 0, blobs: 0, reservations: 0 },
        miscounted: { used: 0, summed: 0 },
      });
      for (const disruption of DISRUPTED) checkOutcomes(disruption, ledger);
    } catch (error) {
      console.error(lastWords(world));
      throw error;
    } finally {
      await world.close();
    }
  },
  10 * 60_000 + MINUTES * 120_000,
);

/** One part falls under load and comes back; then the service must be ready again by itself. */
async function disrupt(disruption: Disruption, world: World, load: Load, ledger: Ledger): Promise<void> {
  const reason = disruption.cannot?.(world) ?? null;
  if (reason !== null) return console.info(`${disruption.name}: not tried, ${reason}`);
  const began = Date.now();
  ledger.phase = disruption.name;
  await disruption.run(world, load);
  await until(() => world.isReady(), RECOVERY);
  // Callers who asked before it came back may still be told so.
  await load.outcomes(CALM);
  ledger.phase = 'calm';
  console.info(`${disruption.name}: ${Math.round((Date.now() - began) / 1000)} s`);
}

/** What the processes logged last, for the reader of a failure. */
function lastWords({ members }: World): string {
  return members.map(({ process: { output } }) => output.stderr.slice(-3_000)).join('\n--\n');
}

function checkOutcomes({ name, breaksConnections, mayFault }: Disruption, { outcomes, faults }: Ledger): void {
  const counts = outcomes.get(name);
  if (counts === undefined) return;
  if (breaksConnections !== true) expect([name, 'reset', counts.reset]).toEqual([name, 'reset', 0]);
  const ours = faults.filter((fault) => fault.startsWith(`${name}:`));
  if (mayFault !== true) expect(ours).toEqual([]);
}

function report({ outcomes, signatures, accepted, registered }: Ledger, reckoned: Reckoned): string {
  const row = (name: string, { done, away, refused, fault, reset }: Counts): string =>
    [name.padEnd(34), ...[done, away, refused, fault, reset].map((value) => String(value).padStart(8))].join('');
  const head = [
    'while this was broken'.padEnd(34),
    ...['done', '503', 'refused', 'fault', 'reset'].map((name) => name.padStart(8)),
  ];
  const lines = [...outcomes].map(([name, counts]) => row(name, counts));
  const asked = `${signatures.length} signatures, ${accepted.size} queued jobs, ${registered.size} accounts`;
  const units = `${reckoned.recorded} units recorded, ${reckoned.used} of the quota used`;
  return [head.join(''), ...lines, asked, units, JSON.stringify(reckoned.reckoning)].join('\n');
}
