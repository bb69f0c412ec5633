import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { chooseEncoding, encodeText } from './content-encoding.ts';
import type { PageRoute } from './page-route.ts';
import { createSharedTexts } from './shared-texts.ts';
import { createTestApp } from './test-app.ts';

const LONG = '<p>一段文字</p>'.repeat(200);

describe('chooseEncoding', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['br;q=0, *', 'gzip'],
  ])('%j: %s', (accepted, expected) => {
    expect(chooseEncoding(accepted)).toBe(expected);
  });
});

describe('encodeText', () => {
  it('makes texts that decode to what they were', async () => {
    const [br, gzip] = [await encodeText(LONG, 'br'), await encodeText(LONG, 'gzip')];
    expect(brotliDecompressSync(br?.bytes ?? new Uint8Array()).toString()).toBe(LONG);
    expect(gunzipSync(gzip?.bytes ?? new Uint8Array()).toString()).toBe(LONG);
  });

  it('leaves short ones alone', async () => {
    expect(await encodeText('short', 'br')).toBeNull();
  });
});

describe('createSharedTexts', () => {
  it('makes the text of an answer once, and compresses it once for each encoding', async () => {
    const texts = createSharedTexts();
    const answer = {};
    let made = 0;
    const text = () => {
      made += 1;
      return LONG;
    };
    const shared = texts.of(answer, text);
    expect(texts.of(answer, text)).toBe(shared);
    expect(texts.of({}, text)).not.toBe(shared);
    expect(made).toBe(2);
    const first = await shared.encode('br');
    expect(await shared.encode('br, gzip')).toBe(first);
    expect(await shared.encode('gzip')).not.toEqual(first);
    expect(await shared.encode(undefined)).toBeNull();
  });
});

describe('a page', () => {
  const page = (path: string, headers: Record<string, string>, body = LONG): PageRoute => ({
    method: 'GET',
    path,
    auth: { kind: 'none' },
    rateLimit: 'none',
    handler: () => ({ headers, body }),
  });
  const open = async () =>
    (
      await createTestApp([], {
        pages: [
          page('/en/shared', { 'cache-control': 'public, max-age=300', vary: 'Accept-Language' }),
          page('/en/private', {}),
        ],
      })
    ).app;

  it('that is for everybody is sent compressed, and not again to whoever has it', async () => {
    const app = await open();
    const answer = await app.inject({ url: '/en/shared', headers: { 'accept-encoding': 'br, gzip' } });
    expect(answer.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Language, Accept-Encoding' });
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(LONG);
    const plain = await app.inject({ url: '/en/shared' });
    expect([plain.headers['content-encoding'], plain.body, plain.headers.etag]).toEqual([
      undefined,
      LONG,
      answer.headers.etag,
    ]);
    const again = await app.inject({ url: '/en/shared', headers: { 'if-none-match': String(answer.headers.etag) } });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', answer.headers.etag]);
    expect(again.headers).toMatchObject({
      'cache-control': 'public, max-age=300',
      vary: 'Accept-Language, Accept-Encoding',
    });
  });

  it('for one person is never compressed: its length would tell its secrets', async () => {
    const app = await open();
    const answer = await app.inject({ url: '/en/private', headers: { 'accept-encoding': 'br, gzip' } });
    expect([answer.body, answer.headers['content-encoding'], answer.headers.etag]).toEqual([
      LONG,
      undefined,
      undefined,
    ]);
  });
});
