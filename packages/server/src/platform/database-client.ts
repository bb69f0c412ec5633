import { Socket } from 'node:net';
import pg from 'pg';
import { PLATFORM_LIMITS } from './limits.ts';
import type { Log } from './log.ts';

/** What a connection is made with; asked anew for each, because an embedded server may have moved. */
export type ConnectionSource = () => pg.ClientConfig;

/**
 * The driver's client for one database. It has a listener for its errors from its birth: the pool listens to idle clients
 * only, and a connection that breaks between two queries of a transaction would end the process. And it does not wait for
 * a network that is cut without a word: the other side is probed while nothing is said, and once we have said goodbye it has
 * a moment to answer.
 */
export function clientOf(source: ConnectionSource, log: Log): new () => pg.Client {
  return class extends pg.Client {
    constructor() {
      const socket = new Socket();
      super({
        ...source(),
        stream: () => socket,
        keepAlive: true,
        keepAliveInitialDelayMillis: PLATFORM_LIMITS.keepAliveMs,
      });
      // How the other side takes our goodbye is no news.
      this.on('error', (err) => {
        if (!socket.writableEnded) log.warn({ err }, 'a database connection broke');
      });
      socket.once('finish', () => socket.setTimeout(PLATFORM_LIMITS.databaseGoodbyeMs, () => socket.destroy()));
    }
  };
}
