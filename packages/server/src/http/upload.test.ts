import { createHash, randomBytes } from 'node:crypto';
import { readFile, stat, readdir } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ServerLimits } from '../shared/limits.ts';
import { defineRoute, type Route } from './route.ts';
import {
  BOUNDARY,
  createTestApp,
  fieldPart,
  filePart,
  form,
  isEmptyDirectory,
  MULTIPART,
  part,
  rawClient,
  type TestApp,
  until,
} from './test-app.ts';
import type { UploadedFile } from './upload.ts';
import { looksLikeVideo } from './upload-policy.ts';

const SMALL = 64 * 1024;
const LARGE = 256 * 1024;

const fileView = z.object({
  filename: z.string(),
  media_type: z.string(),
  size: z.int(),
  sha256: z.string(),
  mode: z.int(),
  same: z.boolean(),
});

async function view(file: UploadedFile): Promise<z.infer<typeof fileView>> {
  const bytes = await readFile(file.path);
  return {
    filename: file.filename,
    media_type: file.declaredMediaType,
    size: file.sizeBytes,
    sha256: file.sha256,
    mode: (await stat(file.path)).mode & 0o777,
    same: createHash('sha256').update(bytes).digest('hex') === file.sha256 && bytes.length === file.sizeBytes,
  };
}

interface Hooks {
  readonly onUpload?: (files: readonly UploadedFile[]) => Promise<void>;
  readonly maxFiles?: number;
}

function uploadRoute({ onUpload, maxFiles = 1 }: Hooks = {}): Route {
  return defineRoute({
    method: 'POST',
    path: '/upload',
    operationId: 'upload',
    summary: 'Upload',
    description: 'Answers what was uploaded.',
    tags: ['Test'],
    auth: { kind: 'none' },
    rateLimit: 'none',
    errors: [],
    multipart: {
      part: maxFiles === 1 ? 'file' : 'files',
      partDescription: 'The file',
      policy: {
        maxFiles,
        maxTotalBytes: maxFiles === 1 ? LARGE : 3 * SMALL,
        limitFor: (firstBytes) => (looksLikeVideo(firstBytes) ? LARGE : SMALL),
      },
      fields: z.object({ kind: z.enum(['a', 'b']).default('a'), note: z.string().max(10).default('') }),
      flush: true,
    },
    responses: {
      200: {
        description: 'ok',
        schema: z.object({ files: z.array(fileView), fields: z.record(z.string(), z.string()) }),
      },
    },
    handler: async (context) => {
      const { files, fields } = await context.receiveUpload();
      await onUpload?.(files);
      return { status: 200, body: { files: await Promise.all(files.map(view)), fields } };
    },
  });
}

let current: TestApp | undefined;

async function start(hooks: Hooks = {}, limits: Partial<ServerLimits> = {}): Promise<TestApp> {
  current = await createTestApp([uploadRoute(hooks)], { limits });
  return current;
}

afterEach(async () => {
  await current?.close();
  current = undefined;
});

async function post(app: TestApp, body: Buffer, contentType = MULTIPART): Promise<{ status: number; json: unknown }> {
  const answer = await app.app.inject({
    method: 'POST',
    url: '/upload',
    headers: { 'content-type': contentType },
    payload: body,
  });
  expect(answer.headers['x-request-id']).toMatch(/^req_/);
  return { status: answer.statusCode, json: answer.json() };
}

function problem(json: unknown): { loc: unknown; type: string } | undefined {
  return z.object({ detail: z.array(z.object({ loc: z.array(z.unknown()), type: z.string() })) }).parse(json).detail[0];
}

const VIDEO_HEAD = Buffer.from('\0\0\0\x18ftypisom\0\0\0\0');

describe('receiving an upload', () => {
  it.each([
    ['before', [fieldPart('kind', 'b'), filePart('hello')]],
    ['after', [filePart('hello'), fieldPart('kind', 'b')]],
  ])('200 with a field %s the file; the file is private, hashed and gone afterwards', async (_where, parts) => {
    const app = await start();
    const { status, json } = await post(app, form(parts));
    expect(status).toBe(200);
    expect(json).toEqual({
      files: [
        {
          filename: 'photo.jpg',
          media_type: 'image/jpeg',
          size: 5,
          sha256: createHash('sha256').update('hello').digest('hex'),
          mode: 0o600,
          same: true,
        },
      ],
      fields: { kind: 'b', note: '' },
    });
    expect(await isEmptyDirectory(app.uploadDirectory)).toBe(true);
    expect((await stat(app.uploadDirectory)).mode & 0o777).toBe(0o700);
    expect(app.breaches).toEqual([]);
  });

  it('200 and a kept file stays', async () => {
    const kept: string[] = [];
    const app = await start({ onUpload: async (files) => void kept.push(...files.map((file) => file.keep())) });
    expect((await post(app, form([filePart('hello')]))).status).toBe(200);
    expect(kept).toHaveLength(1);
    expect(await readFile(kept[0] ?? '', 'utf8')).toBe('hello');
    expect(await readdir(app.uploadDirectory)).toHaveLength(1);
  });

  it('200 for a file of exactly its limit, 413 FILE_TOO_LARGE for one byte more', async () => {
    const app = await start();
    expect((await post(app, form([filePart(Buffer.alloc(SMALL))]))).status).toBe(200);
    const { status, json } = await post(app, form([filePart(Buffer.alloc(SMALL + 1))]));
    expect(status).toBe(413);
    expect(json).toMatchObject({ error: { code: 'FILE_TOO_LARGE', details: { limit_bytes: SMALL } } });
    expect(await isEmptyDirectory(app.uploadDirectory)).toBe(true);
  });

  it('200 for a video above the limit of other files', async () => {
    const app = await start();
    const video = Buffer.concat([VIDEO_HEAD, randomBytes(LARGE - VIDEO_HEAD.length)]);
    expect((await post(app, form([filePart(video)]))).status).toBe(200);
    expect((await post(app, form([filePart(Buffer.concat([video, Buffer.alloc(1)]))]))).status).toBe(413);
  });

  it('200 for several files where several are allowed, and 413 FILE_TOO_LARGE for too much together', async () => {
    const app = await start({ maxFiles: 4 });
    const one = filePart(randomBytes(SMALL), 'files');
    const { status, json } = await post(app, form([one, one, one]));
    expect(status).toBe(200);
    expect(json).toMatchObject({ files: [{ same: true }, { same: true }, { same: true }] });
    expect((await post(app, form([one, one, one, filePart('x', 'files')]))).status).toBe(413);
    expect(await isEmptyDirectory(app.uploadDirectory)).toBe(true);
  });

  it('200 for an empty file with a name: what it is, is not the business of this layer', async () => {
    const app = await start();
    expect((await post(app, form([filePart('')]))).json).toMatchObject({ files: [{ size: 0, same: true }] });
  });

  it('200 and a JSON field keeps its exact text', async () => {
    const app = await start();
    const json = part('Content-Disposition: form-data; name="note"\r\nContent-Type: application/json', '{"a": 1}');
    expect((await post(app, form([json, filePart('x')]))).json).toMatchObject({ fields: { note: '{"a": 1}' } });
  });

  it('200 and an unused file input of a browser is ignored', async () => {
    const app = await start();
    const unused = filePart('', 'other', '', 'application/octet-stream');
    expect((await post(app, form([unused, filePart('x'), unused]))).status).toBe(200);
  });

  it('200 and a file part with an empty name but with bytes is a file', async () => {
    const app = await start();
    const { json } = await post(app, form([filePart(randomBytes(5000), 'file', '')]));
    expect(json).toMatchObject({ files: [{ filename: 'unnamed', size: 5000, same: true }] });
  });
});

describe('422 for everything wrong with the form', () => {
  const ok = filePart('x');
  const cases: [string, Buffer, readonly unknown[], string][] = [
    ['no file', form([fieldPart('kind', 'a')]), ['body', 'file'], 'missing'],
    ['an empty body', Buffer.alloc(0), ['body', 'file'], 'missing'],
    ['only the closing boundary', form([]), ['body', 'file'], 'missing'],
    ['a file under another name', form([filePart('x', 'upload')]), ['body', 'file'], 'missing'],
    ['an empty file input', form([filePart('', 'file', '', 'application/octet-stream')]), ['body', 'file'], 'missing'],
    ['text instead of a file', form([fieldPart('file', 'x')]), ['body', 'file'], 'file_expected'],
    ['two files', form([ok, ok]), ['body', 'file'], 'too_long'],
    ['another file beside the file', form([ok, filePart('x', 'extra')]), ['body', 'extra'], 'extra_forbidden'],
    ['a field twice', form([fieldPart('kind', 'a'), fieldPart('kind', 'b'), ok]), ['body', 'kind'], 'repeated'],
    ['a wrong field', form([fieldPart('kind', 'z'), ok]), ['body', 'kind'], 'enum'],
    ['a long field', form([ok, fieldPart('note', 'x'.repeat(11))]), ['body', 'note'], 'string_too_long'],
    ['a field above 64 KiB', form([fieldPart('note', 'x'.repeat(65_537)), ok]), ['body', 'note'], 'string_too_long'],
    ['a truncated file', form([ok], false), ['body'], 'multipart_invalid'],
    ['a body cut inside the file', form([ok]).subarray(0, 100), ['body'], 'multipart_invalid'],
    ['a body cut inside the headers', form([ok]).subarray(0, 40), ['body'], 'multipart_invalid'],
    ['no boundary at all in the body', Buffer.from('hello'), ['body'], 'multipart_invalid'],
    [
      'another boundary',
      Buffer.from(form([ok]).toString().replaceAll(BOUNDARY, 'other')),
      ['body'],
      'multipart_invalid',
    ],
    ['1000 parts', form(Array.from({ length: 1000 }, (_v, i) => fieldPart(`f${i}`, 'v'))), ['body'], 'too_long'],
    ['1000 files', form(Array.from({ length: 1000 }, () => ok)), ['body', 'file'], 'too_long'],
    [
      '1000 parts without a name',
      form([...Array.from({ length: 1000 }, () => part('X: y', 'z')), ok]),
      ['body'],
      'multipart_invalid',
    ],
    ['a field named __proto__', form([fieldPart('__proto__', 'x'), ok]), ['body'], 'multipart_invalid'],
    ['a field named constructor', form([fieldPart('constructor', 'x'), ok]), ['body'], 'multipart_invalid'],
    [
      'a huge part header',
      form([part(`X-Long: ${'y'.repeat(200_000)}\r\nContent-Disposition: form-data; name="file"; filename="a"`, 'x')]),
      ['body', 'file'],
      'missing',
    ],
    [
      'a nested multipart',
      form([
        part(
          'Content-Disposition: form-data; name="file"\r\nContent-Type: multipart/mixed; boundary=in',
          '--in\r\n\r\nx\r\n--in--',
        ),
      ]),
      ['body', 'none'],
      '',
    ],
  ];
  it.each(cases)('422 %s', async (title, body, loc, type) => {
    const app = await start();
    const { status, json } = await post(app, body);
    if (title === 'a nested multipart') {
      // RFC 7578 §4.3 did away with nesting: the inner form is the file's content.
      expect(json).toMatchObject({ files: [{ media_type: 'multipart/mixed', filename: 'unnamed' }] });
    } else {
      expect({ status, problem: problem(json) }).toMatchObject({ status: 422, problem: { loc, type } });
    }
    expect(await isEmptyDirectory(app.uploadDirectory)).toBe(true);
    expect(app.breaches).toEqual([]);
  });

  it.each([
    ['application/json', '{}'],
    ['text/plain', 'hello'],
    ['multipart/form-data', 'x'],
    ['multipart/form-data; boundary=', 'x'],
    [`multipart/form-data; boundary=${'b'.repeat(71)}`, 'x'],
    ['multipart/mixed; boundary=x', 'x'],
    ['application/x-www-form-urlencoded', 'file=x'],
  ])('422 content type %s', async (contentType, body) => {
    const app = await start();
    const { status, json } = await post(app, Buffer.from(body), contentType);
    expect({ status, problem: problem(json) }).toMatchObject({
      status: 422,
      problem: { loc: ['body', 'file'], type: 'missing' },
    });
  });

  it('422 without any body', async () => {
    const app = await start();
    expect((await app.app.inject({ method: 'POST', url: '/upload' })).statusCode).toBe(422);
  });

  it('422 a body cut after any of its bytes: never a hang, never a file left', async () => {
    const app = await start();
    const body = form([filePart('some bytes'), fieldPart('kind', 'b')]);
    // The last line break belongs to no part: without it the form is complete.
    for (let length = 0; length < body.length - 2; length += 1) {
      const { status } = await post(app, body.subarray(0, length));
      expect({ length, status }).toEqual({ length, status: 422 });
    }
    expect(await isEmptyDirectory(app.uploadDirectory)).toBe(true);
  });

  it('422 names the missing file and the wrong field together', async () => {
    const app = await start();
    const { json } = await post(app, form([fieldPart('kind', 'z')]));
    expect(json).toMatchObject({ detail: [{ loc: ['body', 'file'] }, { loc: ['body', 'kind'] }] });
  });
});

describe('file names', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    [String.raw`C:\\temp\\x.png`, 'x.png'],
    ['a\0b.png', 'ab.png'],
    ['\u202Egnp.exe', 'gnp.exe'],
    ['..', 'unnamed'],
    ['照片.jpg', '照片.jpg'],
  ])('200 %j is stored as %j', async (sent, kept) => {
    const app = await start();
    const { json } = await post(app, form([filePart('x', 'file', sent)]));
    expect(json).toMatchObject({ files: [{ filename: kept }] });
  });

  it('200 filename* is never a way around the cleaning', async () => {
    const app = await start();
    const headers = `Content-Disposition: form-data; name="file"; filename*=UTF-8''..%2F..%2Fx%00%E2%80%AE.jpg\r\nContent-Type: image/jpeg`;
    const { json } = await post(app, form([part(headers, 'x')]));
    expect(JSON.stringify(json)).toMatch(/"filename":"(?:x\.jpg|unnamed)"/);
  });
});

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
    current = undefined;
  });
});
