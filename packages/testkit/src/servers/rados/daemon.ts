import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { CEPH_ENVIRONMENT } from './environment.ts';

export interface Daemon {
  /** What the work brings, unless the daemon ends before. */
  whileRunning<T>(work: Promise<T>): Promise<T>;
  /** Waits until something answers at this address, no matter what. */
  untilItAnswers(url: string): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  /** As a crash would. Its objects lie in memory, so there is nothing to save. */
  kill(): Promise<void>;
}

const POLL_MS = 20;
const POLLS = 1_000;
const KEPT_LOG_CHARACTERS = 4_000;
const SETPRIV = '/usr/bin/setpriv';

/** Runs a daemon of Ceph in the foreground. It also ends when the thread of this test does, however that comes about. */
export function startDaemon(name: string, args: readonly string[]): Daemon {
  const command = [`/usr/bin/${name}`, ...args];
  const [program = '', ...rest] = existsSync(SETPRIV) ? [SETPRIV, '--pdeathsig', 'KILL', '--', ...command] : command;
  const child = spawn(program, rest, { cwd: '/', env: CEPH_ENVIRONMENT, stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  child.stderr.on('data', (text: Buffer) => (log = (log + text.toString('utf8')).slice(-KEPT_LOG_CHARACTERS)));
  const ended = once(child, 'exit');
  const failed = ended.then(() => {
    throw new Error(`${name} ended: ${log}`);
  });
  // It always ends one day; that is a failure only for those who wait for something else.
  failed.catch(() => undefined);
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  return {
    whileRunning: (work) => Promise.race([work, failed]),
    untilItAnswers: async (url) => {
      for (let poll = 0; poll < POLLS && isRunning(); poll++) {
        if (await answers(url)) return;
        await delay(POLL_MS);
      }
      throw new Error(`${name} does not answer: ${log}`);
    },
    signal: (signal) => void child.kill(signal),
    kill: async () => {
      if (!isRunning()) return;
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    await (await fetch(url)).arrayBuffer();
    return true;
  } catch (error) {
    // What fetch says about a refused connection.
    if (error instanceof TypeError) return false;
    throw error;
  }
}
