import { once } from 'node:events';
import type { Server, Socket } from 'node:net';

/** A server of the fake world. */
export interface RunningServer {
  /** Without a slash at the end, such as `http://127.0.0.1:40123`. */
  url: string;
  port: number;
  /** Cuts every connection and stops. Rejects when the server itself failed while it answered. */
  close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';

/** Listens on a free loopback port. `failures` collects what went wrong while answering; `close` throws the first. */
export async function listen(
  server: Server,
  scheme: string,
  failures: readonly unknown[] = [],
): Promise<RunningServer> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, LOOPBACK);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The server has no port');
  return {
    url: `${scheme}://${LOOPBACK}:${address.port}`,
    port: address.port,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
      if (failures.length > 0) throw new Error('A fake server failed while it answered', { cause: failures[0] });
    },
  };
}
