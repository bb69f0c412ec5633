import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from './system-error.ts';

/** Waits, at most until the signal; does not keep the process alive. */
export async function pause(ms: number, ended: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal: ended, ref: false });
  } catch (error) {
    if (errorCode(error) !== 'ABORT_ERR') throw error;
  }
}
