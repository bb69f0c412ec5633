import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { createTestApp, fieldPart, filePart, form, isEmptyDirectory, part, type TestApp } from './test-app.ts';
import { pathOf } from './upload-content.ts';
import { LARGE, post, SMALL, uploadRoute, type UploadHooks } from './test-upload.ts';

function start(hooks: UploadHooks = {}): Promise<TestApp> {
  return createTestApp([uploadRoute(hooks)]);
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
    const app = await start({
      onUpload: (files) => {
        for (const file of files) {
          file.keep();
          kept.push(pathOf(file.content));
        }
        return Promise.resolve();
      },
    });
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
