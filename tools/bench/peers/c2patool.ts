import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** The reference implementation as a native program, started anew for each file. */
export interface C2patool {
  /** With its version. */
  name: string;
  /** Milliseconds until the program has read and validated the file and has ended. @throws when it finds no credential */
  read(path: string): Promise<number>;
  /** Milliseconds to read the file `times` times with `processes` of them side by side, as `xargs -P` starts them. */
  readMany(path: string, times: number, processes: number): Promise<number>;
}

/** What a scenario says where it is absent. */
export const NO_C2PATOOL =
  'c2patool is absent (cargo install c2patool; name another place with C2PATOOL), so nothing is compared with it.';

const PROGRAM = process.env['C2PATOOL'] ?? 'c2patool';

/** Null when it is not installed. */
export async function findC2patool(): Promise<C2patool | null> {
  const version = await run(PROGRAM, ['--version']).catch(() => null);
  if (version === null) return null;
  return {
    name: version.trim(),
    read: async (path) => {
      const start = performance.now();
      const report = await run(PROGRAM, [path]);
      const elapsedMs = performance.now() - start;
      if (!report.includes('"validation_state"')) throw new Error(`c2patool says of ${path}: ${report.slice(0, 200)}`);
      return elapsedMs;
    },
    readMany: async (path, times, processes) => {
      const start = performance.now();
      await run('xargs', ['-P', String(processes), '-n', '1', PROGRAM], `${path}\n`.repeat(times));
      return performance.now() - start;
    },
  };
}

async function run(program: string, args: readonly string[], input = ''): Promise<string> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = once(child, 'close');
  child.stdin.end(input);
  child.stdout.setEncoding('utf8');
  let output = '';
  child.stdout.on('data', (text) => (output += String(text)));
  await ended;
  if (child.exitCode !== 0) throw new Error(`${program} ended with ${child.exitCode}`);
  return output;
}
