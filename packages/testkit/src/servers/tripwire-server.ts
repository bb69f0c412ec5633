import { createServer } from 'node:net';
import { listen, type RunningServer } from './loopback.ts';

/** One connection that should not have been made. */
export interface TrippedConnection {
  /** The first bytes the client sent, as text; empty when it only connected. */
  received: string;
}

export interface TripwireServer extends RunningServer {
  /** Tests of "makes no network call" expect this to stay empty. */
  readonly requests: readonly TrippedConnection[];
}

const RECORDED_BYTES = 4096;

/**
 * Starts a server to name in hostile input (manifest addresses, redirects, entities): it speaks no protocol, answers
 * nothing and records every connection, also one that sends no byte.
 */
export async function startTripwireServer(scheme = 'http'): Promise<TripwireServer> {
  const requests: TrippedConnection[] = [];
  const server = createServer((socket) => {
    const connection: TrippedConnection = { received: '' };
    requests.push(connection);
    socket.on('data', (data) => {
      connection.received = (connection.received + data.toString('latin1')).slice(0, RECORDED_BYTES);
    });
    // A client that gives up resets the connection; that it came at all is recorded already.
    socket.on('error', () => socket.destroy());
  });
  return { ...(await listen(server, scheme)), requests };
}
