import { createAnalysisPool, type TrustSnapshot } from '@revera/provenance';
import type { CliContext, Output } from '../context.ts';
import { runProgram } from '../program.ts';
import type { ServerCommands } from '../server-commands.ts';

export interface Run {
  exit: number;
  stdout: string;
  stderr: string;
}

export interface FakeWorld {
  env?: Record<string, string>;
  installed?: TrustSnapshot | null;
  server?: Partial<ServerCommands>;
  terminal?: boolean;
}

/** With these settings the server refuses every call that a test does not answer itself, and opens nothing. */
const WRONG_SETTINGS = { PORT: 'none' };

/** Runs a command line inside this process, with the real engine and the test's own surroundings. */
export async function runInProcess(argv: readonly string[], world: FakeWorld = {}): Promise<Run> {
  const written = { stdout: '', stderr: '' };
  const output = (name: 'stdout' | 'stderr'): Output => ({
    write: (text) => {
      written[name] += text;
    },
    isTerminal: world.terminal ?? false,
    columns: world.terminal === true ? 80 : undefined,
  });
  const context: CliContext = {
    env: world.env ?? {},
    stdout: output('stdout'),
    stderr: output('stderr'),
    now: () => new Date('2026-06-01T00:00:00Z'),
    cores: 1,
    createPool: createAnalysisPool,
    installedTrust: { loadInstalledTrust: async () => Promise.resolve(world.installed ?? null) },
    server: async () => {
      const { createServerCommands } = await import('@revera/server');
      return { ...createServerCommands(WRONG_SETTINGS), ...world.server };
    },
  };
  const exit = await runProgram(argv, context);
  return { exit, ...written };
}
