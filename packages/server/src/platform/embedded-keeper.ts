import type pg from 'pg';
import { startEmbeddedPostgres, type StartEmbeddedPostgresOptions } from './embedded-postgres.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { PLATFORM_LIMITS } from './limits.ts';
import { pause } from './pause.ts';

export interface KeptPostgres {
  /** The server's present address: after a restart it has another socket. */
  connection(): pg.ClientConfig;
  /** Stops watching and leaves the server; see `EmbeddedPostgres.stop`. */
  stop(): Promise<void>;
}

export interface KeepEmbeddedPostgresOptions extends StartEmbeddedPostgresOptions {
  /** The server ended, or could not be started, too often in a short time. Nobody watches it any more. */
  onGivenUp?: ((error: EmbeddedPostgresError) => void) | undefined;
}

/**
 * Starts or joins the embedded server, and does so again whenever it fails. Every process that uses it watches it: the first
 * starts it, the others join.
 */
export async function keepEmbeddedPostgres(options: KeepEmbeddedPostgresOptions): Promise<KeptPostgres> {
  const { log } = options;
  const closing = new AbortController();
  const failures = recentFailures();
  let server = await startEmbeddedPostgres(options);

  const startAgain = async (): Promise<void> => {
    server.release();
    const next = await startEmbeddedPostgres(options);
    server = next;
    log.info('the embedded database answers again');
  };
  /** Until the server lives again, is abandoned, or is no longer wanted. */
  const recover = async (): Promise<void> => {
    let cause: unknown;
    while (!closing.signal.aborted) {
      const count = failures.add();
      if (count >= PLATFORM_LIMITS.databaseFailures) {
        closing.abort();
        return options.onGivenUp?.(givenUp(count, cause));
      }
      log.warn({ failures: count }, 'the embedded database is gone; it is started again');
      await pause(PLATFORM_LIMITS.databaseRestartMs * 2 ** (count - 1), closing.signal);
      if (closing.signal.aborted) return;
      try {
        return await startAgain();
      } catch (err) {
        log.error({ err }, 'the embedded database could not be started again');
        cause = err;
      }
    }
  };
  const watch = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await pause(PLATFORM_LIMITS.databaseWatchMs, closing.signal);
      if (!closing.signal.aborted && !server.lives()) await recover();
    }
  };
  const watching = watch().catch((cause: unknown) => {
    options.onGivenUp?.(new EmbeddedPostgresError('The embedded database cannot be watched.', { cause }));
  });
  return {
    connection: () => server.connection,
    stop: async () => {
      closing.abort();
      await watching;
      await server.stop();
    },
  };
}

/** Counts what happened within the window, by a monotonic clock. */
function recentFailures(): { add(): number } {
  let times: number[] = [];
  return {
    add: () => {
      const now = performance.now();
      times = [...times.filter((time) => now - time < PLATFORM_LIMITS.databaseFailureWindowMs), now];
      return times.length;
    },
  };
}

function givenUp(failures: number, cause: unknown): EmbeddedPostgresError {
  const message = `The embedded database failed ${failures} times within a minute and is not started again.`;
  return new EmbeddedPostgresError(message, cause === undefined ? {} : { cause });
}
