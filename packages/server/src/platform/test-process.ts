import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Polls until the condition answers something true, at most 20 s unless told otherwise. */
export async function until<T>(
  condition: () => T | Promise<T>,
  { everyMs = 20, withinMs = 20_000 } = {},
): Promise<NonNullable<T>> {
  for (let poll = 0; poll * everyMs < withinMs; poll++) {
    const value = await condition();
    if (value !== undefined && value !== null && value !== false) return value;
    await delay(everyMs);
  }
  throw new Error('the condition did not come true in time');
}

export interface TestProcess {
  child: ChildProcess;
  /** The next line it prints; rejects when it ends first. */
  line(): Promise<string>;
  /** Ends its standard input, which tells it to finish, and waits for its exit code. */
  finish(): Promise<number | null>;
  /** Like a crash. */
  kill(): Promise<void>;
}

/** Runs `test-program.ts` as a process of its own. */
export function startTestProcess(args: readonly string[]): TestProcess {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', fileURLToPath(new URL('./test-program.ts', import.meta.url)), ...args],
    {
      cwd: fileURLToPath(new URL('../../../..', import.meta.url)),
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const exited = once(child, 'exit').then(([code]: unknown[]) => (typeof code === 'number' ? code : null));
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  return {
    child,
    line: () =>
      until(() => {
        const line = lines.shift();
        if (line === undefined && child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`);
        return line;
      }),
    finish: () => {
      child.stdin.end();
      return exited;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
