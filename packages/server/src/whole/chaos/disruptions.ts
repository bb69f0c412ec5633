import { readlink, rename, symlink, writeFile } from 'node:fs/promises';
import { terminateSessions } from '../postgres-server.ts';
import type { Load } from './load.ts';
import type { Member, World } from './world.ts';

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

/** Kills one of these processes and starts it again. */
async function kill(world: World, role: Member['role'], meanwhile: () => Promise<void>): Promise<void> {
  const [member] = choose(
    world,
    world.members.filter((one) => one.role === role),
    1,
  );
  await member?.process.kill();
  await meanwhile();
  await member?.restart();
}

/** So many of them, at random. */
function choose({ tools: { random } }: World, members: readonly Member[], number: number): Member[] {
  const left = [...members];
  return Array.from({ length: Math.min(number, left.length) }, () => left.splice(random.below(left.length), 1)).flat();
}

/** One process or two at the same moment, whatever they do, for as long as it happens to be. */
export const KILLS: readonly Disruption[] = [
  {
    name: 'processes killed at random',
    breaksConnections: true,
    run: async (world, load) => {
      const { random } = world.tools;
      await load.outcomes(1 + random.below(WHILE_BROKEN));
      const fallen = choose(world, world.members, 1 + random.below(2));
      console.info(fallen.map(({ role }) => role).join(' and '));
      await Promise.all(fallen.map(({ process }) => process.kill()));
      await load.outcomes(1 + random.below(WHILE_BROKEN));
      await Promise.all(fallen.map((member) => member.restart()));
    },
  },
];

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
    run: (world, load) => kill(world, 'worker', () => load.outcomes(WHILE_BROKEN)),
  },
  {
    name: 'API killed',
    breaksConnections: true,
    run: (world, load) => kill(world, 'api', () => load.outcomes(4)),
  },
  {
    name: 'signed files away',
    mayFault: true,
    run: async ({ assets }, load) => {
      // A link is replaced at once, so that no signer can make the folder again in between.
      const folder = await readlink(assets);
      const beside = `${assets}.beside`;
      await writeFile(beside, 'no folder');
      await rename(beside, assets);
      await load.outcomes(WHILE_BROKEN);
      await symlink(folder, beside);
      await rename(beside, assets);
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
