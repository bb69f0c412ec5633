import type pg from 'pg';
import type { Database } from '../database.ts';
import { PLATFORM_LIMITS } from '../limits.ts';
import type { Log } from '../log.ts';
import { pause } from '../pause.ts';

export interface Listener {
  /** Resolves after the first attempt to listen, successful or not. */
  ready: Promise<void>;
  close(): Promise<void>;
}

/**
 * Calls `onMessage` with the payload of each notification on the channel, and with null after each (new) connection, when
 * notifications may have been missed. Reconnects until it is closed.
 */
export function listen(options: {
  database: Pick<Database, 'connectClient'>;
  channel: string;
  onMessage: (payload: string | null) => void;
  log: Log;
}): Listener {
  const closing = new AbortController();
  let first = (): void => undefined;
  const ready = new Promise<void>((resolve) => {
    first = resolve;
  });
  const loop = async () => {
    while (!closing.signal.aborted) {
      try {
        await listenOnce(options, closing.signal, first);
      } catch (err) {
        options.log.warn({ err, channel: options.channel }, 'listening was interrupted');
      }
      first();
      await pause(PLATFORM_LIMITS.listenRetryMs, closing.signal);
    }
  };
  const done = loop();
  return {
    ready,
    close: () => {
      closing.abort();
      return done;
    },
  };
}

/** One connection, until it breaks (an error) or `closing` (a return). */
async function listenOnce(
  options: Parameters<typeof listen>[0],
  closing: AbortSignal,
  onListening: () => void,
): Promise<void> {
  const client: pg.Client = await options.database.connectClient();
  let beat: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      client.on('error', reject);
      client.on('end', () => reject(new Error('the connection ended')));
      client.on('notification', (message) => options.onMessage(message.payload ?? null));
      closing.addEventListener('abort', () => resolve(), { once: true });
      if (closing.aborted) resolve();
      beat = setInterval(() => void client.query('select 1').catch(reject), PLATFORM_LIMITS.listenBeatMs);
      client.query(`listen ${client.escapeIdentifier(options.channel)}`).then(() => {
        options.onMessage(null);
        onListening();
      }, reject);
    });
  } finally {
    clearInterval(beat);
    await client.end();
  }
}
