import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { ServerLimits } from '../shared/limits.ts';
import { defineRoute } from './route.ts';
import {
  createTestApp,
  filePart,
  form,
  isEmptyDirectory,
  MULTIPART,
  rawClient,
  until,
  type RawClient,
} from './test-app.ts';
import { basics, testRoutes } from './test-routes.ts';
import { uploadRoute } from './test-upload.ts';

const MIB = 1024 * 1024;

/** Bytes that nobody can send so fast in so short a grace. */
const IMPATIENT: Partial<ServerLimits> = { bodyGraceMs: 60, bodyBytesPerSecond: 1000 * MIB, refusalIdleMs: 50 };

/** Sends a byte now and then, whatever the server says, until the connection is gone. */
function dribble(client: RawClient, byte = 'x'): void {
  const timer = setInterval(() => {
    if (client.socket.writable) client.socket.write(byte);
  }, 5);
  client.socket.once('close', () => {
    clearInterval(timer);
  });
  onTestFinished(() => {
    clearInterval(timer);
    client.socket.destroy();
  });
}

const head = (path: string, type: string, length: number): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nX-Request-Id: slow-1\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;

describe('a client that dribbles', () => {
  it('408 for headers, near their limit, also when it never ends its side', async () => {
    const limits = { httpHeadersMs: 50, httpConnectionsCheckMs: 10, refusalIdleMs: 50 };
    const test = await createTestApp(testRoutes, { limits });
    const client = await rawClient(await test.listen(), { allowHalfOpen: true });
    client.socket.write('GET /anyone HTTP/1.1\r\nX');
    dribble(client);
    await client.closed;
    expect(client.received()).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\nX-Request-Id: req_/);
  });

  it('408 for a file, of which nothing is left', async () => {
    const test = await createTestApp([uploadRoute()], { limits: IMPATIENT });
    const client = await rawClient(await test.listen(), { allowHalfOpen: true });
    client.socket.write(head('/upload', MULTIPART, 60_000));
    client.socket.write(form([filePart('begun')], false));
    dribble(client);
    await until(async () => !(await isEmptyDirectory(test.uploadDirectory)));
    await client.closed;
    expect(client.received()).toMatch(
      /^HTTP\/1\.1 408 Request Timeout\r\nx-request-id: slow-1\r\nx-revera-request-id: req_\w+\r\n[^]*\r\n\r\n$/,
    );
    await until(() => isEmptyDirectory(test.uploadDirectory));
  });

  it('408 for a JSON body', async () => {
    const test = await createTestApp(testRoutes, { limits: IMPATIENT });
    const client = await rawClient(await test.listen());
    client.socket.write(`${head('/things/t_1', 'application/json', 60_000)}{"name":"`);
    dribble(client);
    await client.closed;
    expect(client.received()).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('408 also for the second request of a connection', async () => {
    const test = await createTestApp(testRoutes, { limits: IMPATIENT });
    const client = await rawClient(await test.listen());
    client.socket.write('GET /anyone HTTP/1.1\r\nHost: x\r\n\r\n');
    await until(() => client.received().includes('anonymous'));
    client.socket.write(`${head('/things/t_1', 'application/json', 60_000)}{`);
    dribble(client);
    await client.closed;
    expect(client.received()).toMatch(/^HTTP\/1\.1 200 [^]*HTTP\/1\.1 408 /);
  });
});

describe('a client that is no dribbler', () => {
  it('200 as fast as the floor asks for', async () => {
    const test = await createTestApp([uploadRoute()], { limits: { ...IMPATIENT, bodyBytesPerSecond: 1 } });
    const client = await rawClient(await test.listen());
    const body = form([filePart('x'.repeat(300))]);
    client.socket.write(head('/upload', MULTIPART, body.length));
    for (const byte of body) {
      client.socket.write(Buffer.of(byte));
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
    await until(() => client.received().includes('"files"'));
    client.socket.destroy();
  });

  it('200 when it was us who did not read: that time does not count', async () => {
    let letRead: () => void = () => undefined;
    const mayRead = new Promise<void>((resolve) => (letRead = resolve));
    const late = defineRoute({
      ...basics,
      method: 'POST',
      path: '/late',
      operationId: 'late',
      auth: { kind: 'none' },
      multipart: lateMultipart,
      responses: { 204: { description: 'ok' } },
      handler: async ({ receiveUpload }) => {
        await mayRead;
        await receiveUpload();
        return { status: 204, body: undefined };
      },
    });
    const test = await createTestApp([uploadRoute(), late], { limits: IMPATIENT });
    const port = await test.listen();
    const [waiting, dribbling] = [await rawClient(port), await rawClient(port)];
    const body = form([filePart('hello')]);
    waiting.socket.write(head('/late', MULTIPART, body.length));
    waiting.socket.write(body);
    dribbling.socket.write(head('/upload', MULTIPART, 60_000));
    dribble(dribbling);
    // When the one is cut off, the grace is over for the other as well.
    await dribbling.closed;
    letRead();
    await until(() => waiting.received().startsWith('HTTP/1.1 204 '));
    waiting.socket.destroy();
  });
});

const lateMultipart = {
  part: 'file',
  partDescription: 'The file',
  policy: { maxFiles: 1, maxTotalBytes: 1000, limitFor: () => 1000 },
  fields: z.object({}),
};

describe('connections of one address', () => {
  const limits = { connectionsPerAddress: 2 };
  const isServed = async (client: RawClient): Promise<boolean> => {
    if (client.socket.writable) client.socket.write('GET /anyone HTTP/1.1\r\nHost: x\r\n\r\n');
    await Promise.race([client.closed, until(() => client.received().includes('anonymous'))]);
    return client.received().startsWith('HTTP/1.1 200');
  };

  it('200 up to the limit; those above it are closed without a word', async () => {
    const test = await createTestApp(testRoutes, { limits, uncappedPeers: [] });
    const port = await test.listen();
    const [first, second, third] = [await rawClient(port), await rawClient(port), await rawClient(port)];
    await third.closed;
    expect([await isServed(first), await isServed(second), third.received()]).toEqual([true, true, '']);
    second.socket.destroy();
    await until(async () => isServed(await rawClient(port)));
  });

  it.each([
    ['a trusted proxy', { trustedProxies: ['127.0.0.1'], uncappedPeers: [] }],
    ['a range of trusted proxies', { trustedProxies: ['127.0.0.0/255.0.0.0'], uncappedPeers: [] }],
    ['an address that is not counted', { uncappedPeers: ['loopback'] }],
  ])('200 above the limit for %s', async (_what, options) => {
    const test = await createTestApp(testRoutes, { limits, ...options });
    const port = await test.listen();
    const clients = await Promise.all([1, 2, 3, 4].map(() => rawClient(port)));
    expect(await Promise.all(clients.map(isServed))).toEqual([true, true, true, true]);
  });
});
