import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ServerLimits } from '../shared/limits.ts';
import { createTestApp, fieldPart, filePart, form, isEmptyDirectory, MULTIPART, rawClient, until } from './test-app.ts';
import { post, SMALL, uploadRoute, type UploadHooks } from './test-upload.ts';
import { createUploadMemory } from './upload-memory.ts';

const start = (hooks: UploadHooks = {}, limits: Partial<ServerLimits> = {}) =>
  createTestApp([uploadRoute({ storage: 'passing', ...hooks })], { limits });

const head = (framing: string): string =>
  `POST /upload HTTP/1.1\r\nHost: x\r\nContent-Type: ${MULTIPART}\r\n${framing}\r\n\r\n`;

const IN_MEMORY = { mode: null, same: true };
const ON_DISK = { mode: 0o600, same: true };

/** A handler that waits, so that its upload stays where it is. */
function gate(): { onUpload: () => Promise<void>; open: () => void; reached: () => boolean } {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  let isReached = false;
  return {
    onUpload: () => {
      isReached = true;
      return opened;
    },
    open: () => open(),
    reached: () => isReached,
  };
}

describe('the memory of uploads', () => {
  it('has both of its bounds, and takes the same bytes back only once', () => {
    const memory = createUploadMemory({ uploadMemoryBodyBytes: 10, uploadMemoryBytes: 15 });
    expect(memory.reserve(11)).toBeUndefined();
    const release = memory.reserve(10);
    expect(memory.usedBytes).toBe(10);
    expect(memory.reserve(6)).toBeUndefined();
    expect(memory.reserve(5)).toBeDefined();
    release?.();
    release?.();
    expect(memory.usedBytes).toBe(5);
  });
});

describe('an upload whose caller waits', () => {
  it('200 stays in memory, and gives it back', async () => {
    const held = gate();
    const app = await start(held);
    const body = form([filePart(randomBytes(SMALL)), fieldPart('kind', 'b')]);
    const answer = post(app, body);
    await until(held.reached);
    expect(app.uploadMemory.usedBytes).toBe(body.length);
    expect(await isEmptyDirectory(app.uploadDirectory)).toBe(true);
    held.open();
    expect(await answer).toMatchObject({ status: 200, json: { files: [IN_MEMORY], fields: { kind: 'b' } } });
    expect(app.uploadMemory.usedBytes).toBe(0);
  });

  it('200 several files stay in memory, each with bytes of its own', async () => {
    const buffers = new Set<ArrayBuffer>();
    const app = await start({
      maxFiles: 3,
      onUpload: async (files) => {
        for (const { content } of files) if (content.kind === 'memory') buffers.add(content.bytes.buffer);
        return Promise.resolve();
      },
    });
    const parts = [1, 50_000, 0].map((size) => filePart(randomBytes(size), 'files'));
    expect(await post(app, form(parts))).toMatchObject({
      status: 200,
      json: { files: [1, 50_000, 0].map(() => IN_MEMORY) },
    });
    expect(buffers.size).toBe(3);
    expect(app.uploadMemory.usedBytes).toBe(0);
  });

  it('200 a body of exactly the limit stays in memory, and one byte more goes to the disk', async () => {
    const body = form([filePart(randomBytes(1000))]);
    const at = async (uploadMemoryBodyBytes: number) =>
      (await post(await start({}, { uploadMemoryBodyBytes }), body)).json;
    expect(await at(body.length)).toMatchObject({ files: [IN_MEMORY] });
    expect(await at(body.length - 1)).toMatchObject({ files: [ON_DISK] });
  });

  it('200 goes to the disk when the memory is used up', async () => {
    const held = gate();
    const body = form([filePart(randomBytes(1000))]);
    const app = await start(held, { uploadMemoryBytes: 2 * body.length - 1 });
    const both = [post(app, body), post(app, body)];
    await until(async () => held.reached() && !(await isEmptyDirectory(app.uploadDirectory)));
    held.open();
    const files = (await Promise.all(both)).map(({ json }) => json);
    expect(files).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ files: [expect.objectContaining(IN_MEMORY)] }),
        expect.objectContaining({ files: [expect.objectContaining(ON_DISK)] }),
      ]),
    );
    expect(app.uploadMemory.usedBytes).toBe(0);
    expect(await isEmptyDirectory(app.uploadDirectory)).toBe(true);
  });

  it('200 goes to the disk when its length was not announced', async () => {
    const app = await start();
    const client = await rawClient(await app.listen());
    const body = form([filePart('hello')]).toString('latin1');
    client.socket.write(head('Transfer-Encoding: chunked'));
    client.socket.write(`${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`);
    await until(() => client.received().includes('"mode":384'));
    client.socket.destroy();
  });

  it.each([
    ['413 a file above its limit', form([filePart(Buffer.alloc(SMALL + 1))]), 413],
    ['422 a field that is not allowed', form([filePart('x'), fieldPart('kind', 'z')]), 422],
    ['422 a body that is cut short', form([filePart('x')], false), 422],
  ])('%s gives its memory back', async (_what, body, status) => {
    const app = await start();
    expect((await post(app, body)).status).toBe(status);
    expect(app.uploadMemory.usedBytes).toBe(0);
  });

  it('413 is answered as soon as the limit is passed, before the rest of the body has come', async () => {
    const app = await start();
    const client = await rawClient(await app.listen());
    client.socket.write(head(`Content-Length: ${2 * SMALL}`));
    client.socket.write(form([filePart(Buffer.alloc(SMALL + 1))], false));
    await until(() => client.received().startsWith('HTTP/1.1 413'));
    expect(app.uploadMemory.usedBytes).toBe(0);
    client.socket.destroy();
  });

  it('a client that leaves half-way gives its memory back', async () => {
    const app = await start();
    const client = await rawClient(await app.listen());
    client.socket.write(head(`Content-Length: ${SMALL}`));
    client.socket.write(form([filePart(Buffer.alloc(1000))], false));
    await until(() => app.uploadMemory.usedBytes === SMALL);
    client.socket.destroy();
    await until(() => app.uploadMemory.usedBytes === 0);
  });

  it('500 work that fails gives its memory back', async () => {
    const app = await start({ onUpload: () => Promise.reject(new Error('broken')) });
    expect((await post(app, form([filePart('x')]))).status).toBe(500);
    expect(app.uploadMemory.usedBytes).toBe(0);
  });
});
