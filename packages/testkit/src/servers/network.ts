import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { listen, type RunningServer } from './loopback.ts';

/** The network between a client and a server: it passes on what comes, until a test breaks it. */
export interface Network extends RunningServer {
  /**
   * From now on nothing gets through and nobody is told, as when a cable is pulled: connections stay, and new ones are taken
   * and stay silent.
   */
  cut(): void;
  /** Forwards again, including what was sent in the meantime. */
  mend(): void;
  /** Breaks every connection, as a gateway that restarts. New ones get through. */
  reset(): void;
}

interface Link {
  client: Socket;
  server: Socket;
}

/** Listens on a free loopback port, and passes on to `target`: a port, or the path of a Unix socket. */
export async function startNetwork(target: NetConnectOpts, scheme = 'tcp'): Promise<Network> {
  const links = new Set<Link>();
  let isCut = false;
  const listener = createServer((client) => {
    const link = { client, server: connect(target) };
    links.add(link);
    pass(client, link.server);
    pass(link.server, client);
    if (isCut) hold(link);
  });

  const pass = (from: Socket, to: Socket): void => {
    from.on('data', (chunk) => to.write(chunk));
    from.on('end', () => to.end());
    // The other side learns of it, but not through a network that is cut.
    from.on('error', () => from.destroy());
    from.on('close', () => {
      if (!isCut) to.destroy();
    });
  };
  const hold = ({ client, server }: Link): void => {
    client.pause();
    server.pause();
  };
  const forget = (link: Link): void => {
    link.client.destroy();
    link.server.destroy();
    links.delete(link);
  };

  const running = await listen(listener, scheme);
  return {
    ...running,
    cut: () => {
      isCut = true;
      for (const link of links) hold(link);
    },
    mend: () => {
      isCut = false;
      for (const link of links) {
        if (link.client.destroyed || link.server.destroyed) forget(link);
        else for (const socket of [link.client, link.server]) socket.resume();
      }
    },
    reset: () => {
      for (const link of links) {
        link.client.resetAndDestroy();
        forget(link);
      }
    },
    close: async () => {
      for (const link of links) forget(link);
      await running.close();
    },
  };
}
