import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { MIB } from './scenario.ts';

const KIB = 1024;
const SAMPLE_MS = 50;

/** Resident memory of another process in MiB. */
export interface ResidentMemory {
  now: number;
  /** Highest since it started, kept by the kernel. */
  peak: number;
}

/** Null where the system does not tell (no Linux). */
export async function readResidentMemory(pid: number): Promise<ResidentMemory | null> {
  if (process.platform !== 'linux') return null;
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return { now: fieldOf(status, 'VmRSS'), peak: fieldOf(status, 'VmHWM') };
}

/** Processes that another one has started, by its first thread or any other; none where the system does not tell. */
export async function readChildren(pid: number): Promise<number[]> {
  if (process.platform !== 'linux') return [];
  const folder = `/proc/${pid}/task`;
  const lists = await Promise.all(
    (await readdir(folder)).map((task) => readFile(`${folder}/${task}/children`, 'utf8')),
  );
  return lists.flatMap((list) =>
    list
      .split(' ')
      .filter((one) => one !== '')
      .map(Number),
  );
}

function fieldOf(status: string, name: string): number {
  const kibibytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
  if (kibibytes === undefined) throw new TypeError(`the status of the process has no ${name}`);
  return (Number(kibibytes) * KIB) / MIB;
}

/** Resident memory in MiB, sampled while the work runs. */
export async function sampleWhile<T>(pid: number, work: Promise<T>): Promise<{ result: T; samples: number[] }> {
  const samples: number[] = [];
  const running = { is: true };
  const finished = work.finally(() => (running.is = false));
  while (running.is) {
    const memory = await readResidentMemory(pid);
    if (memory === null) break;
    samples.push(memory.now);
    await Promise.race([delay(SAMPLE_MS), finished]);
  }
  return { result: await finished, samples };
}
