import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clockSettings } from '../platform/embedded-process.ts';
import { findPostmasterFile, postmasterLives } from '../platform/postmaster-file.ts';
import { until } from '../platform/test-process.ts';

const PROGRAM = fileURLToPath(new URL('../../../../dist/cli.js', import.meta.url));
/** The address of a list that cannot be fetched: nothing listens there, and nothing leaves this machine. */
const NO_LIST = 'http://127.0.0.1:9/';

/** Whole processes on a busy machine are slow. */
export const PATIENCE_MS = 120_000;

export type Settings = Readonly<Record<string, string>>;

/** The settings of a test's process. It inherits only the search path and the clock from this process's environment. */
function environmentOf(settings: Settings): Settings {
  return {
    PATH: process.env['PATH'] ?? '',
    ...clockSettings(),
    PORT: '0',
    LOG_LEVEL: 'warn',
    TRUST_C2PA_URL: NO_LIST,
    TRUST_C2PA_TSA_URL: NO_LIST,
    TRUST_LEGACY_URL: NO_LIST,
    TRUST_C2PA_PRODUCTS_URL: NO_LIST,
    TRUST_LEGACY_ALLOWED_URL: NO_LIST,
    TRUST_ALLOW_LOOPBACK_HTTP: 'true',
    ...settings,
  };
}

function spawnProgram(
  args: readonly string[],
  settings: Settings,
  program = PROGRAM,
): { child: ChildProcess; run: Run; exited: Promise<Run> } {
  if (!existsSync(program)) throw new Error('These tests run the bundle: npm run build makes it');
  const run: Run = { exit: null, stdout: '', stderr: '' };
  const child = spawn(process.execPath, [program, ...args], {
    env: environmentOf(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.setEncoding('utf8').on('data', (text: string) => (run.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (run.stderr += text));
  const exited = new Promise<Run>((resolve) => {
    child.once('close', (code) => {
      run.exit = code;
      resolve(run);
    });
  });
  return { child, run, exited };
}

export interface Run {
  /** Null while it runs, and when a signal ended it. */
  exit: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a command of the bundle to its end. */
function runCommand(args: readonly string[], settings: Settings, program?: string): Promise<Run> {
  return spawnProgram(args, settings, program).exited;
}

/** `revera serve` in its own process. */
export interface ServerProcess {
  pid: number;
  /** Empty for a worker. */
  address: string;
  /** The key that the first start printed. */
  testKey: string | null;
  output: Readonly<Run>;
  exited: Promise<Run>;
  signal(signal: NodeJS.Signals): void;
  /** Tells it to stop and waits for its end. */
  stop(): Promise<Run>;
  /** Like a crash. */
  kill(): Promise<Run>;
}

/** Starts it and waits until it accepts requests or jobs. */
async function startServerProcess(
  settings: Settings,
  args: readonly string[] = [],
  program?: string,
): Promise<ServerProcess> {
  const { child, run, exited } = spawnProgram(['serve', ...args], settings, program);
  const isReady = (): boolean => /^Data folder: .*\n/m.test(run.stdout);
  await Promise.race([until(isReady, { withinMs: PATIENCE_MS }), exited]);
  // The secrets of a first start come in the same write.
  if (!isReady()) throw new Error(`the server ended with ${run.exit}: ${run.stderr}`);
  const end = async (signal: NodeJS.Signals): Promise<Run> => {
    child.kill(signal);
    return exited;
  };
  return {
    pid: child.pid ?? 0,
    address: /answers at (\S+)/.exec(run.stdout)?.[1] ?? '',
    testKey: /\brv_test_\w+/.exec(run.stdout)?.[0] ?? null,
    output: run,
    exited,
    signal: (signal) => void child.kill(signal),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

/** The process of an installation's embedded database; undefined without one. */
export function findPostmaster(dataDir: string): number | undefined {
  const pid = findPostmasterFile(join(dataDir, 'postgres'))?.pid;
  return pid !== undefined && postmasterLives(pid) ? pid : undefined;
}

/** A data folder and the processes on it; `clear` ends those that still run and removes the folder. */
export interface Installation {
  dataDir: string;
  start(settings?: Settings, args?: readonly string[]): Promise<ServerProcess>;
  command(...args: string[]): Promise<Run>;
  /** Starts a command, and answers a way to end it like a crash. */
  begin(...args: string[]): { kill(): Promise<Run> };
  /** Every file in the folders of processes inside `uploads`. */
  uploads(): Promise<string[]>;
  clear(): Promise<void>;
}

interface InstallationOptions {
  /** The parent of its folder. */
  place?: string;
  /** The program that runs it; by default that of this checkout. */
  program?: string;
}

export async function createInstallation(
  common: Settings = {},
  { place = tmpdir(), program }: InstallationOptions = {},
): Promise<Installation> {
  const parent = await mkdtemp(join(place, 'revera-whole-'));
  const dataDir = join(parent, 'data');
  const started: ServerProcess[] = [];
  return {
    dataDir,
    start: async (settings = {}, args = []) => {
      const server = await startServerProcess({ DATA_DIR: dataDir, ...common, ...settings }, args, program);
      started.push(server);
      return server;
    },
    command: (...args) => runCommand(args, { DATA_DIR: dataDir, ...common }, program),
    begin: (...args) => {
      const { child, exited } = spawnProgram(args, { DATA_DIR: dataDir, ...common }, program);
      return {
        kill: () => {
          child.kill('SIGKILL');
          return exited;
        },
      };
    },
    uploads: async () => {
      const root = join(dataDir, 'uploads');
      if (!existsSync(root)) return [];
      const entries = await readdir(root, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile() && entry.parentPath !== root).map((entry) => entry.name);
    },
    clear: async () => {
      await Promise.all(started.map((server) => server.kill()));
      await until(() => findPostmaster(dataDir) === undefined, { withinMs: PATIENCE_MS });
      await rm(parent, { recursive: true });
    },
  };
}
