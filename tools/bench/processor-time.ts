import { readFile } from 'node:fs/promises';

/** Of `/proc`, on every Linux. */
const MS_PER_TICK = 10;
/** Behind the name, which may hold anything: the time of the program and that of the system for it. */
const USER_FIELD = 11;

/** Milliseconds that another process has used of all processors; null where the system does not tell (no Linux). */
export async function readProcessorTime(pid: number): Promise<number | null> {
  if (process.platform !== 'linux') return null;
  const status = await readFile(`/proc/${pid}/stat`, 'latin1');
  const [user, system] = status
    .slice(status.lastIndexOf(')') + 2)
    .split(' ')
    .slice(USER_FIELD, USER_FIELD + 2);
  return (Number(user) + Number(system)) * MS_PER_TICK;
}
