import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DEFAULT_LIMITS } from '../shared/limits.ts';
import { paginationQuery } from './pagination.ts';
import { prefersAsync } from './prefer.ts';
import { createMemoryRateLimitStore } from './test-rate-limit-store.ts';
import { addressSubject } from './rate-limit.ts';
import { clientRequestId } from './request-id.ts';
import { sanitizeFilename } from './upload-filename.ts';
import { anonymousUploadPolicy, apiUploadPolicy } from './upload-policy.ts';

describe('prefersAsync', () => {
  it.each([
    [undefined, false],
    ['respond-async', true],
    ['Respond-Async', true],
    ['return=minimal, respond-async; wait=10', true],
    [['wait=1', 'respond-async'], true],
    ['respond-asynchronous', false],
    ['wait="respond-async"', false],
    ['x="a,respond-async,b"', false],
  ])('%j is %s', (header, expected) => {
    expect(prefersAsync(header)).toBe(expected);
  });
});

describe('clientRequestId', () => {
  it.each(['a', 'A-b_c.9', 'x'.repeat(64)])('keeps %s', (id) => {
    expect(clientRequestId(id)).toBe(id);
  });
  it.each([undefined, '', 'x'.repeat(65), 'a b', 'a\nb', 'ä', ['a', 'b']])('leaves %j out', (id) => {
    expect(clientRequestId(id)).toBeNull();
  });
});

describe('pagination', () => {
  const query = z.object(paginationQuery);
  it.each([
    [{}, { limit: 20, offset: 0 }],
    [
      { limit: '1', offset: '7' },
      { limit: 1, offset: 7 },
    ],
    [{ limit: '100' }, { limit: 100, offset: 0 }],
  ])('%j is %j', (input, expected) => {
    expect(query.parse(input)).toEqual(expected);
  });
  it.each([
    { limit: '0' },
    { limit: '101' },
    { limit: '' },
    { limit: '1e1' },
    { limit: '0x1' },
    { offset: '-1' },
    { offset: '' },
  ])('%j is refused', (input) => {
    expect(query.safeParse(input).success).toBe(false);
  });
});

describe('addressSubject', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:2::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s counts as %s', (address, subject) => {
    expect(addressSubject(address)).toBe(subject);
  });
});

describe('the rate limit store in memory', () => {
  it('allows the burst, then the rate', async () => {
    let nowMs = 0;
    const store = createMemoryRateLimitStore({ now: () => nowMs });
    const size = { burst: 2, perSecond: 0.5 };
    expect(await store.take('k', size)).toEqual({ allowed: true, remaining: 1, resetMs: 2000 });
    expect(await store.take('k', size)).toEqual({ allowed: true, remaining: 0, resetMs: 4000 });
    expect(await store.take('k', size)).toEqual({ allowed: false, remaining: 0, resetMs: 2000 });
    nowMs = 1999;
    expect((await store.take('k', size)).allowed).toBe(false);
    nowMs = 2000;
    expect((await store.take('k', size)).allowed).toBe(true);
    expect((await store.take('other', size)).allowed).toBe(true);
    nowMs = 0;
    expect((await store.take('k', size)).allowed).toBe(false);
  });

  it('forgets the bucket unused for longest when there are too many', async () => {
    const store = createMemoryRateLimitStore({ now: () => 0, maxBuckets: 2 });
    const size = { burst: 1, perSecond: 1 };
    for (const key of ['a', 'b', 'c']) await store.take(key, size);
    expect((await store.take('c', size)).allowed).toBe(false);
    expect((await store.take('a', size)).allowed).toBe(true);
  });
});

describe('sanitizeFilename', () => {
  it.each([
    [undefined, 'unnamed'],
    ['', 'unnamed'],
    ['.', 'unnamed'],
    ['/', 'unnamed'],
    ['a/b\\c.png', 'c.png'],
    ['a\u0000\u001b[31m.png', 'a[31m.png'],
    ['\u202Egpj.exe\u200B', 'gpj.exe'],
    ['\ud800a', 'a'],
    ['  x  ', 'x'],
  ])('%j is %j', (name, expected) => {
    expect(sanitizeFilename(name, 255)).toBe(expected);
  });

  it('keeps the extension of a name that is too long', () => {
    const name = sanitizeFilename(`${'😀'.repeat(300)}.jpeg`, 255);
    expect(Array.from(name)).toHaveLength(255);
    expect(name.endsWith('😀.jpeg')).toBe(true);
  });
});

describe('upload policies', () => {
  it('allow a video more, and many anonymous files less', () => {
    const api = apiUploadPolicy(DEFAULT_LIMITS, (bytes) => bytes[0] === 1);
    expect([api.maxFiles, api.maxTotalBytes]).toEqual([1, 1024 ** 3]);
    expect([Uint8Array.of(1), Uint8Array.of(0)].map(api.limitFor)).toEqual([1024 ** 3, 100 * 1024 ** 2]);
    const web = anonymousUploadPolicy(DEFAULT_LIMITS);
    expect([web.maxFiles, web.maxTotalBytes, web.limitFor(Uint8Array.of(1))]).toEqual([
      20,
      200 * 1024 ** 2,
      50 * 1024 ** 2,
    ]);
  });
});
