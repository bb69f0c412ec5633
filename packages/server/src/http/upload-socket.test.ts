import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ServerLimits } from '../shared/limits.ts';
import {
  createTestApp,
  fieldPart,
  filePart,
  form,
  isEmptyDirectory,
  MULTIPART,
  rawClient,
  until,
  type TestApp,
} from './test-app.ts';
import { SMALL, uploadRoute, type UploadHooks } from './test-upload.ts';

function start(hooks: UploadHooks = {}, limits: Partial<ServerLimits> = {}): Promise<TestApp> {
  return createTestApp([uploadRoute(hooks)], { limits });
}

/** An upload over a real socket, head first. */
function head(length: number | 'chunked', extra = ''): string {
  const framing = length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
  return `POST /upload HTTP/1.1\r\nHost: x\r\nContent-Type: ${MULTIPART}\r\n${framing}\r\n${extra}\r\n`;
}

const MIB = 1024 * 1024;

describe('over a real socket', () => {
  it('413 FILE_TOO_LARGE reaches a client that is still sending, and the connection ends cleanly', async () => {
    const app = await start();
    const client = await rawClient(await app.listen());
    const total = 20 * MIB;
    client.socket.write(head(total));
    const sending = form([filePart(Buffer.alloc(SMALL))], false);
    client.socket.write(sending);
    let sent = sending.length;
    while (sent < total && client.socket.writable) {
      const chunk = Buffer.alloc(Math.min(MIB, total - sent));
      sent += chunk.length;
      if (!client.socket.write(chunk)) {
        await new Promise<void>((resolve) => {
          client.socket.once('drain', resolve);
          client.socket.once('close', resolve);
        });
      }
    }
    expect(await client.closed).toBeUndefined();
    expect(sent).toBe(total);
    expect(client.received()).toMatch(/^HTTP\/1\.1 413 /);
    expect(client.received()).toMatch(/connection: close/i);
    expect(client.received()).toContain('"code":"FILE_TOO_LARGE"');
    expect(await isEmptyDirectory(app.uploadDirectory)).toBe(true);
  });

  it('413 FILE_TOO_LARGE by Content-Length, before anything is sent', async () => {
    const app = await start();
    const client = await rawClient(await app.listen());
    client.socket.write(head(100 * MIB));
    await until(() => client.received().includes('"code":"FILE_TOO_LARGE"'));
    client.socket.end();
    expect(await client.closed).toBeUndefined();
  });

  it('413 FILE_TOO_LARGE in the middle of a chunked body reaches a client that is still sending', async () => {
    const app = await start();
    const client = await rawClient(await app.listen());
    client.socket.write(head('chunked'));
    const begin = form([filePart('')], false)
      .subarray(0, -2)
      .toString('latin1');
    client.socket.write(`${begin.length.toString(16)}\r\n${begin}\r\n`);
    const chunk = Buffer.from(`4000\r\n${'x'.repeat(0x4000)}\r\n`);
    for (let count = 0; count < 4000 && !client.received().includes('"limit_bytes"'); count += 1) {
      client.socket.write(chunk);
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
    client.socket.end();
    expect(await client.closed).toBeUndefined();
    expect(client.received()).toMatch(/^HTTP\/1\.1 413 [^]*"limit_bytes":65536}}}$/);
    expect(await isEmptyDirectory(app.uploadDirectory)).toBe(true);
  });

  it('413 FILE_TOO_LARGE for an endless preamble in a chunked body', async () => {
    const app = await start({}, { multipartFields: 2, multipartFieldBytes: 1024 });
    const client = await rawClient(await app.listen());
    client.socket.write(head('chunked'));
    const chunk = `10000\r\n${'p'.repeat(0x10000)}\r\n`;
    for (let count = 0; count < 20; count += 1) client.socket.write(chunk);
    await until(() => client.received().includes('"code":"FILE_TOO_LARGE"'));
    client.socket.destroy();
  });

  it('the drain after a refusal is bounded', async () => {
    const app = await start({}, { refusalDrainBytes: MIB });
    const client = await rawClient(await app.listen());
    client.socket.write(head(1000 * MIB));
    const pump = setInterval(() => client.socket.writable && client.socket.write(Buffer.alloc(MIB)), 1);
    await client.closed;
    clearInterval(pump);
    expect(client.received()).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('422 reaches a client that is still sending', async () => {
    const app = await start();
    const client = await rawClient(await app.listen());
    client.socket.write(head(200_000));
    client.socket.write(form([filePart('x', 'wrong')], false));
    await until(() => client.received().includes('"type":"missing"'));
    client.socket.write(Buffer.alloc(150_000));
    client.socket.end();
    expect(await client.closed).toBeUndefined();
  });

  it('100 is said only to a request that the route accepts', async () => {
    const app = await start();
    const port = await app.listen();
    const refused = await rawClient(port);
    refused.socket.write(
      head(100).replace(MULTIPART, 'text/plain').replace('\r\n\r\n', '\r\nExpect: 100-continue\r\n\r\n'),
    );
    await until(() => refused.received().includes('HTTP/1.1 422'));
    expect(refused.received()).not.toContain('100 Continue');
    refused.socket.destroy();

    const accepted = await rawClient(port);
    const body = form([filePart('x')]);
    accepted.socket.write(head(body.length, 'Expect: 100-continue\r\n'));
    await until(() => accepted.received().includes('100 Continue'));
    accepted.socket.write(body);
    await until(() => accepted.received().includes('HTTP/1.1 200'));
    accepted.socket.destroy();
  });

  it('an abort half-way leaves no file', async () => {
    const app = await start();
    const client = await rawClient(await app.listen());
    client.socket.write(head(SMALL));
    client.socket.write(form([filePart(Buffer.alloc(1000))], false));
    await until(async () => !(await isEmptyDirectory(app.uploadDirectory)));
    client.socket.destroy();
    await until(() => isEmptyDirectory(app.uploadDirectory));
  });

  it('an abort while the handler works leaves no file', async () => {
    let reached = false;
    let release: () => void = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const app = await start({
      onUpload: async () => {
        reached = true;
        await released;
      },
    });
    const client = await rawClient(await app.listen());
    const body = form([filePart('hello')]);
    client.socket.write(head(body.length));
    client.socket.write(body);
    await until(() => reached);
    client.socket.destroy();
    release();
    await until(() => isEmptyDirectory(app.uploadDirectory));
  });

  it('200 uploads at once, a third of them aborted, leave nothing and mix nothing up', async () => {
    const app = await start();
    const port = await app.listen();
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, async (_value, index) => {
        const client = await rawClient(port);
        const content = randomBytes(20_000 + index);
        const body = form([filePart(content), fieldPart('note', String(index))]);
        client.socket.write(head(body.length));
        if (index % 3 === 0) {
          client.socket.write(body.subarray(0, 100 + index * 50));
          await new Promise((resolve) => {
            setImmediate(resolve);
          });
          client.socket.destroy();
          return 'aborted';
        }
        client.socket.write(body);
        await until(() => client.received().includes('"fields"'));
        client.socket.destroy();
        const digest = createHash('sha256').update(content).digest('hex');
        return client.received().includes(digest) && client.received().includes(`"note":"${index}"`)
          ? 'right'
          : 'wrong';
      }),
    );
    expect(outcomes.filter((outcome) => outcome === 'right')).toHaveLength(133);
    expect(outcomes).not.toContain('wrong');
    await until(() => isEmptyDirectory(app.uploadDirectory));
  });

  it('200 for an upload in flight while the application closes', async () => {
    const app = await start();
    const client = await rawClient(await app.listen());
    const body = form([filePart(randomBytes(5000))]);
    client.socket.write(head(body.length));
    client.socket.write(body.subarray(0, 1000));
    await until(async () => !(await isEmptyDirectory(app.uploadDirectory)));
    const closing = app.close();
    client.socket.write(body.subarray(1000));
    await closing;
    expect(client.received()).toMatch(/^HTTP\/1\.1 200 /);
  });
});
