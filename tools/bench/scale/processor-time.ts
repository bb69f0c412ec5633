import { readdir, readFile } from 'node:fs/promises';
import { member } from '../server-process.ts';

/** The kernel counts processor time in hundredths of a second, whatever the machine (`USER_HZ`). */
const TICK_MS = 10;

interface ProcessTime {
  parent: number;
  /** Its own, and that of its children that have ended. */
  ms: number;
}

/** Milliseconds of processor time of a process and all its descendants, except those of `without`. Linux only. */
export async function processorMs(pid: number, without?: number): Promise<number> {
  const times = await readTimes();
  const sumOf = (parent: number): number => {
    const children = [...times].filter(([child, time]) => time.parent === parent && child !== without);
    return (times.get(parent)?.ms ?? 0) + children.reduce((sum, [child]) => sum + sumOf(child), 0);
  };
  return sumOf(pid);
}

async function readTimes(): Promise<Map<number, ProcessTime>> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const read = await Promise.all(pids.map(async (pid) => [pid, await readTime(pid)] as const));
  return new Map(read.flatMap(([pid, time]) => (time === null ? [] : [[pid, time] as const])));
}

/** Null when it has ended meanwhile. */
async function readTime(pid: number): Promise<ProcessTime | null> {
  try {
    return parseStat(await readFile(`/proc/${pid}/stat`, 'utf8'));
  } catch (error) {
    const code = member(error, 'code');
    if (code === 'ENOENT' || code === 'ESRCH') return null;
    throw error;
  }
}

/** The fields of proc_pid_stat(5) after the name, which may itself contain spaces and brackets. */
export function parseStat(text: string): ProcessTime {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [parent, user, system, childrenUser, childrenSystem] = [1, 11, 12, 13, 14].map((at) => Number(fields[at]));
  const ms = TICK_MS * ((user ?? 0) + (system ?? 0) + (childrenUser ?? 0) + (childrenSystem ?? 0));
  if (parent === undefined || !Number.isInteger(parent) || !Number.isFinite(ms))
    throw new TypeError(`no stat: ${text}`);
  return { parent, ms };
}
