import { openTestServer, type TestServer, type TestServerOptions } from '../../testing/test-services.ts';

/** The whole service in this process, answering on a port. */
export interface ServedSite {
  server: TestServer;
  origin: string;
  close(): Promise<void>;
}

/**
 * Serves everything a visitor meets: pages, mails in the development mailbox, signing with the installation's own certificate.
 */
export async function serveSite(options: TestServerOptions = {}): Promise<ServedSite> {
  const server = await openTestServer({ background: true, signing: true, ...options });
  const { app } = server.variant({});
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  server.services.listening.port = Number(new URL(origin).port);
  return { server, origin, close: () => server.close() };
}
