import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { flipByte } from '@revera/testkit';
import { buildJpeg, buildSvg, mediaKinds } from '@revera/testkit/media';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BlobStoreError } from '../../platform/blob-store.ts';
import { newId } from '../../shared/ids.ts';
import { openTestServer, type Answer, type TestKey, type TestServer } from '../../testing/test-services.ts';
import { sha256, signOne, sweptTracesOf } from '../../testing/test-signing.ts';

const ASSET = '/v1/content/credentials/{cid}/asset';

let server: TestServer;
let mine: TestKey;
let cid: string;
let digest: string;
let whole: Buffer;

beforeAll(async () => {
  server = await openTestServer({ signing: true });
  mine = await server.createKey({ scopes: ['content:sign', 'credentials:read', 'credentials:revoke'] });
  ({ credential_id: cid, sha256: digest } = await signOne(server.call, { key: mine.key, file: buildJpeg() }));
  whole = (await get()).body as Buffer;
});
afterAll(() => server.close());

async function changeStoredFile(id: string): Promise<void> {
  const { database, config } = server.services;
  const { rows } = await database.pool.query<{ asset_key: string }>('select asset_key from credential where id = $1', [
    id,
  ]);
  if (config.storage.kind !== 'local') throw new TypeError('only a file can be changed here');
  const entries = await readdir(config.storage.directory, { recursive: true });
  const path = join(config.storage.directory, entries.find((entry) => entry.endsWith(rows[0]?.asset_key ?? '')) ?? '');
  const bytes = await readFile(path);
  await writeFile(path, flipByte(bytes, bytes.length - 1));
}

const get = (headers: Record<string, string> = {}, id = cid): Promise<Answer> =>
  server.call('GET', ASSET, { key: mine.key, params: { cid: id }, headers });

describe('GET /v1/content/credentials/{cid}/asset', () => {
  it('200 the file with exactly these headers', async () => {
    const { status, headers, body } = await get();
    expect([status, sha256(body as Buffer)]).toEqual([200, digest]);
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(whole.length),
      'content-disposition': `attachment; filename="${cid}.jpg"`,
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      etag: `"${digest}"`,
    });
    expect(headers['content-range']).toBeUndefined();
  });

  it.each([
    ['SVG', buildSvg(), 'image/svg+xml', 'svg'],
    ['MP4', mediaKinds.mp4.build(), 'video/mp4', 'mp4'],
    ['MP3', mediaKinds.mp3.build(), 'audio/mpeg', 'mp3'],
  ])('200 %s is a download, never a page', async (_what, file, mediaType, extension) => {
    const { credential_id } = await signOne(server.call, { key: mine.key, file });
    const { headers } = await get({}, credential_id);
    expect(headers).toMatchObject({
      'content-type': mediaType,
      'content-disposition': `attachment; filename="${credential_id}.${extension}"`,
      'x-content-type-options': 'nosniff',
    });
    expect(headers['content-security-policy']).toMatch(/default-src 'none'/);
  });

  it.each([
    ['the first byte', 'bytes=0-0', 0, 0],
    ['a part in the middle', 'bytes=100-199', 100, 199],
    ['the rest', 'bytes=1000-', 1000, -1],
    ['the last bytes', 'bytes=-5', -5, -1],
    ['more than there is at the end', 'bytes=10-99999999', 10, -1],
    ['more last bytes than there are', 'bytes=-99999999', 0, -1],
    ['another spelling of the unit', 'Bytes=1-2', 1, 2],
  ])('206 %s', async (_what, range, from, to) => {
    const start = from < 0 ? whole.length + from : from;
    const end = to < 0 ? whole.length + to : to;
    const { status, headers, body } = await get({ range });
    expect([status, body]).toEqual([206, whole.subarray(start, end + 1)]);
    expect(headers).toMatchObject({
      'content-range': `bytes ${start}-${end}/${whole.length}`,
      'content-length': String(end - start + 1),
      'content-type': 'image/jpeg',
      'content-disposition': `attachment; filename="${cid}.jpg"`,
      'x-content-type-options': 'nosniff',
      etag: `"${digest}"`,
    });
  });

  it('206 all parts together are the file', async () => {
    const pieces: Buffer[] = [];
    for (let at = 0; at < whole.length; at += 1000) {
      pieces.push((await get({ range: `bytes=${at}-${at + 999}` })).body as Buffer);
    }
    expect(sha256(Buffer.concat(pieces))).toBe(digest);
  });

  it.each(['bytes=99999999-', 'bytes=99999999-100000000', 'bytes=-0'])('416 for "%s"', async (range) => {
    const { status, headers, body } = await get({ range });
    expect([status, headers['content-range'], body]).toEqual([416, `bytes */${whole.length}`, undefined]);
  });

  it.each(['bytes=0-1,3-4', 'bytes=5-1', 'items=0-1', 'bytes=a-b', 'bytes=-', 'bytes', ''])(
    '200 the whole file for "%s"',
    async (range) => {
      const { status, body } = await get({ range });
      expect([status, body]).toEqual([200, whole]);
    },
  );

  it.each([
    ['the same tag', () => `"${digest}"`, 206],
    ['another tag', () => `"${'0'.repeat(64)}"`, 200],
    ['a weak tag', () => `W/"${digest}"`, 200],
    ['a date', () => 'Sat, 21 Nov 2026 08:00:00 GMT', 200],
  ])('answers a range with If-Range of %s', async (_what, tag, expected) => {
    const { status, body } = await get({ range: 'bytes=0-3', 'if-range': tag() });
    expect([status, body]).toEqual([expected, expected === 206 ? whole.subarray(0, 4) : whole]);
  });

  it.each([() => `"${digest}"`, () => `W/"${digest}"`, () => `"other", "${digest}"`, () => '*'])(
    '304 for what the caller has already (%#)',
    async (tags) => {
      const { status, headers, body } = await get({ 'if-none-match': tags(), range: 'bytes=0-1' });
      expect([status, headers['etag'], headers['cache-control'], body]).toEqual([
        304,
        `"${digest}"`,
        'private, no-cache',
        undefined,
      ]);
    },
  );

  it('200 when the caller has something else', async () => {
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200);
  });

  it.each([
    ['range', `bytes=0-${'1,'.repeat(600)}2`],
    ['if-range', 'x'.repeat(201)],
    ['if-none-match', 'x'.repeat(1_001)],
  ])('422 for a header %s too long', async (name, value) => {
    const answer = await get({ [name]: value });
    expect([answer.status, answer.body]).toMatchObject([422, { detail: [{ loc: ['header', name] }] }]);
  });

  it('404 NOT_FOUND for what nobody has', async () => {
    for (const id of [newId('credential'), '../../../etc/passwd', 'a\u0000b']) {
      const answer = await get({}, id);
      expect([answer.status, answer.body]).toMatchObject([404, { error: { code: 'NOT_FOUND' } }]);
    }
  });

  it('410 NOT_FOUND once it is revoked, whatever else is asked', async () => {
    const { credential_id, sha256: tag } = await signOne(server.call, { key: mine.key });
    await server.call('POST', '/v1/content/credentials/{cid}/revoke', {
      key: mine.key,
      params: { cid: credential_id },
    });
    const conditions = [{}, { range: 'bytes=0-1' }, { range: 'bytes=99999999-' }, { 'if-none-match': `"${tag}"` }];
    for (const headers of conditions) {
      const answer = await get(headers, credential_id);
      expect([answer.status, answer.body]).toMatchObject([410, { error: { code: 'NOT_FOUND' } }]);
      expect(answer.headers['etag']).toBeUndefined();
    }
    await sweptTracesOf(server);
    expect((await get({}, credential_id)).status).toBe(410);
  });

  it('410 NOT_FOUND when the time for which files are kept is over; the record stays', async () => {
    const { credential_id, sha256: tag } = await signOne(server.call, { key: mine.key });
    const { pool } = server.services.database;
    const over = `update blob set delete_after = now() - interval '1 second'
      where key = (select asset_key from credential where id = $1)`;
    await pool.query(over, [credential_id]);
    await sweptTracesOf(server);
    for (const headers of [{}, { range: 'bytes=99999999-' }, { 'if-none-match': `"${tag}"` }]) {
      const answer = await get(headers, credential_id);
      expect([answer.status, answer.body]).toMatchObject([410, { error: { code: 'NOT_FOUND' } }]);
    }
    const params = { cid: credential_id };
    expect((await server.call('GET', '/v/{cid}', { params })).body).toMatchObject({ status: 'active' });
  });

  it('200 is kept for as long as the settings say', async () => {
    const { rows } = await server.services.database.pool.query<{ days: number }>(
      `select round(extract(epoch from delete_after - credential.created_at) / 86400)::int as days
       from blob join credential on asset_key = key where id = $1`,
      [cid],
    );
    expect(rows).toEqual([{ days: 3650 }]);
  });

  it.each([
    // The first bytes are held back until the next are read, and the last until the digest is known.
    ['500 INTERNAL_ERROR for a small file that was changed in the store', 1_000, 500],
    ['200 is cut off for a large file that was changed in the store', 1_000_000, 200],
  ])('%s', async (_title, sizeBytes, status) => {
    const file = buildJpeg({ sizeBytes });
    const { credential_id } = await signOne(server.call, { key: mine.key, file });
    await changeStoredFile(credential_id);
    const { app } = server.variant({});
    const headers = { authorization: `Bearer ${mine.key}`, connection: 'close' };
    const url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/v1/content/credentials/${credential_id}/asset`;
    const answer = await fetch(url, { headers });
    expect(answer.status).toBe(status);
    const text = answer.text();
    if (status === 200) return expect(text).rejects.toThrow();
    expect(answer.headers.get('content-type')).toContain('json');
    expect(answer.headers.get('content-disposition')).toBeNull();
    expect(answer.headers.get('etag')).toBeNull();
    expect(await text).toContain('INTERNAL_ERROR');
    return undefined;
  });

  it('500 INTERNAL_ERROR when the store is away, and says nothing of it', async () => {
    const { blobs } = server.services;
    const away: typeof blobs = {
      ...blobs,
      get: () => Promise.reject(new BlobStoreError('UNAVAILABLE', 'bucket b-17')),
    };
    const { call } = server.variant({ services: { blobs: away } });
    const answer = await call('GET', ASSET, { key: mine.key, params: { cid } });
    expect([answer.status, answer.body]).toMatchObject([500, { error: { code: 'INTERNAL_ERROR' } }]);
    expect(JSON.stringify(answer.body)).not.toContain('b-17');
  });
});
