import { rename, rm, writeFile } from 'node:fs/promises';
import { terminateSessions } from '../postgres-server.ts';
import type { Load } from './load.ts';
import type { World } from './world.ts';

/** One part that fails, stays down for a while, and comes back. */
export interface Disruption {
  name: string;
  /** Whether a client may lose its connection, because the answering process itself fails. */
  breaksConnections?: true;
  /** Whether an answer may blame the service, because its own disk fails. */
  mayFault?: true;
  /** Why it cannot be done here; null when it can. */
  cannot?(world: World): string | null;
  run(world: World, load: Load): Promise<void>;
}

/** Requests made while something is broken. */
const WHILE_BROKEN = 12;
/** Longer than an organization keeps its results. */
const DAYS_AHEAD = 31;

export const DISRUPTIONS: readonly Disruption[] = [
  {
    name: 'backends terminated',
    run: async (world, load) => {
      for (let round = 0; round < 3; round++) {
        await terminateSessions(world.postgres.url());
        await load.outcomes(4);
      }
    },
  },
  {
    name: 'PostgreSQL restarted',
    run: async ({ postgres }, load) => {
      await postgres.stop('fast');
      await load.outcomes(WHILE_BROKEN);
      await postgres.start();
    },
  },
  {
    name: 'PostgreSQL crashed',
    run: async ({ postgres }, load) => {
      await postgres.stop('immediate');
      await load.outcomes(WHILE_BROKEN);
      await postgres.start();
    },
  },
  {
    name: 'postmaster killed',
    run: async ({ postgres }, load) => {
      await postgres.stop('kill');
      await load.outcomes(WHILE_BROKEN);
      await postgres.start();
    },
  },
  {
    name: 'connections reset',
    run: async ({ network }, load) => {
      network.reset();
      await load.outcomes(WHILE_BROKEN);
    },
  },
  {
    name: 'network cut',
    run: async ({ network }, load) => {
      network.cut();
      await load.outcomes(WHILE_BROKEN);
      network.mend();
    },
  },
  {
    name: 'worker killed',
    run: async (world, load) => {
      await world.worker.kill();
      await load.outcomes(WHILE_BROKEN);
      world.worker = await world.installation.start({}, ['--role', 'worker']);
    },
  },
  {
    name: 'API killed',
    breaksConnections: true,
    run: async (world, load) => {
      await world.api.kill();
      await load.outcomes(4);
      world.api = await world.installation.start({}, ['--role', 'api']);
    },
  },
  {
    name: 'signed files away',
    mayFault: true,
    run: async ({ assets }, load) => {
      await rename(assets, `${assets}.away`);
      await writeFile(assets, 'no folder');
      await load.outcomes(WHILE_BROKEN);
      await rm(assets);
      await rename(`${assets}.away`, assets);
    },
  },
  {
    name: 'disk full',
    mayFault: true,
    cannot: ({ disk }) => (disk === null ? 'only root can mount a small disk' : null),
    run: async ({ disk }, load) => {
      await disk?.fill();
      await load.outcomes(WHILE_BROKEN);
      await disk?.empty();
    },
  },
  {
    name: 'clock of a worker a month ahead',
    cannot: (world) => (world.tools.movedClock(DAYS_AHEAD) === null ? 'libfaketime is absent' : null),
    run: async (world, load) => {
      const astray = await world.installation.start(world.tools.movedClock(DAYS_AHEAD) ?? {}, ['--role', 'worker']);
      await load.outcomes(WHILE_BROKEN);
      await astray.stop();
    },
  },
];
