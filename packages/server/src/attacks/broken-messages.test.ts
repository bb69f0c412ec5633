import { connect } from 'node:net';
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../app.ts';
import { openTestServer, type TestServer } from '../testing/test-services.ts';
import { BROKEN_MESSAGES, type BrokenMessage } from './broken-messages.ts';

let server: TestServer;
let app: App;
let key: string;
let port: number;

beforeAll(async () => {
  server = await openTestServer();
  ({ app } = server.variant({ limits: { refusalIdleMs: 200, httpInactivityMs: 2_000 } }));
  ({ key } = await server.createKey());
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(() => server.close());

/** The statuses of all that is answered on the connection, until it is closed. */
function answersTo({ text, ends }: BrokenMessage): Promise<number[]> {
  const host = `127.0.0.1:${port}`;
  const bytes = Buffer.from(text.replace('{host}', host).replace('{key}', key), 'latin1');
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => {
      if (ends === true) socket.end(bytes);
      else socket.write(bytes);
    });
    const done = (): void => {
      socket.destroy();
      resolve([...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)));
    };
    // Whole as soon as one answer is there and the server has nothing more to say for a while.
    socket.setTimeout(3_000, done);
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      socket.setTimeout(300, done);
    });
    socket.on('error', done).on('close', done);
  });
}

describe('a message that is not as it should be', () => {
  it.each(BROKEN_MESSAGES)('is refused as the client’s fault, once, with nothing left: $name', async (message) => {
    const statuses = await answersTo(message);
    // A second answer would be to bytes that somebody hid behind the first message.
    expect(statuses.length).toBeLessThanOrEqual(1);
    const [status = 0] = statuses;
    // A client that broke its own promise and went is answered nothing.
    const isRefused = status === 0 ? message.ends === true : status >= 400 && status < 500;
    expect([message.name, status, isRefused]).toEqual([message.name, status, true]);
    expect((await app.inject({ method: 'GET', url: '/health' })).statusCode).toBe(200);
    expect(await readdir(server.services.uploads.directory)).toEqual([]);
  });
});
