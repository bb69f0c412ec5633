import { writeSync } from 'node:fs';
import { createLog, type LogLevel } from '../platform/log.ts';
import { errorCode } from '../platform/system-error.ts';

const STANDARD_ERROR = 2;
const PAUSE_MS = 5;
/** A log reader that reads nothing for this long no longer delays the end. */
const PATIENCE_MS = 2_000;

/** Synchronous: what still waits in a stream when the process ends is lost. A slow reader's pipe takes it in pieces. */
function writeWhole(line: string): void {
  let rest = Buffer.from(line);
  for (let waitedMs = 0; rest.length > 0 && waitedMs < PATIENCE_MS;) {
    try {
      rest = rest.subarray(writeSync(STANDARD_ERROR, rest));
    } catch (error) {
      // Nobody is reading any more.
      if (errorCode(error) === 'EPIPE') return;
      if (errorCode(error) !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
      waitedMs += PAUSE_MS;
    }
  }
}

/** An uncaught error ends the process, with one line in its log. */
export function endOnUncaught(level: LogLevel): void {
  const log = createLog({ level, write: writeWhole });
  const end = (thrown: unknown): void => {
    const err = thrown instanceof Error ? thrown : new Error(String(thrown));
    log.fatal({ err }, 'an error that nobody caught ends the process');
    process.exit(1);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}
