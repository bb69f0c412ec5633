import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

export interface MetricsServerOptions {
  host: string;
  /** 0 picks a free one. */
  port: number;
  /** That callers must present; null: none. */
  token: string | null;
  print: () => Promise<{ contentType: string; text: string }>;
  onError: (error: unknown) => void;
}

/** Answers `GET /metrics` on a port of its own, which is not for the public. */
export interface MetricsServer {
  port: number;
  close(): Promise<void>;
}

/** A scrape takes milliseconds. */
const REQUEST_TIMEOUT_MS = 10_000;

/** @throws {Error} when the port is in use */
export async function openMetricsServer(options: MetricsServerOptions): Promise<MetricsServer> {
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    answer(request, response, options).catch((error: unknown) => {
      options.onError(error);
      response.writeHead(500).end();
    });
  });
  await listen(server, options);
  const bound = server.address();
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : options.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, { host, port }: MetricsServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { token, print }: MetricsServerOptions,
): Promise<void> {
  if (request.url?.split('?', 1)[0] !== '/metrics') return void response.writeHead(404).end();
  if (request.method !== 'GET') return void response.writeHead(405, { allow: 'GET' }).end();
  if (token !== null && !isSame(request.headers.authorization ?? '', `Bearer ${token}`)) {
    return void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
  }
  const { contentType, text } = await print();
  response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text);
}

/** Compares digests, so that neither length nor content shows in the time. */
function isSame(given: string, wanted: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}
