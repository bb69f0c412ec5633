import { Socket } from 'node:net';
import pg from 'pg';
import { PLATFORM_LIMITS } from './limits.ts';
import type { Log } from './log.ts';

/** The settings of a connection; read again for each one, because an embedded server may have moved. */
export type ConnectionSource = () => pg.ClientConfig;

/**
 * The driver's client for one database. It has an error listener from the start: the pool listens to idle clients only, and a
 * connection that breaks between two queries of a transaction would end the process. It also does not wait for a network that was
 * cut silently: the other side is probed while the connection is idle, and has a moment to answer when we close it.
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
      // Errors of a connection that we are closing do not matter.
      this.on('error', (err) => {
        if (!socket.writableEnded) log.warn({ err }, 'a database connection broke');
      });
      socket.once('finish', () => socket.setTimeout(PLATFORM_LIMITS.databaseGoodbyeMs, () => socket.destroy()));
    }
  };
}
