import { get, type IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { gunzipSync } from 'node:zlib';
import { startTrustListHost, type ListBehaviour, type TrustListHost } from './trust-list-host.ts';

const BODY = JSON.stringify({ list: 'x'.repeat(1000) });

describe('trust-list host', () => {
  it('serves a list, records the request, and serves another one from the next request on', async () => {
    await withHost({ '/list.json': { kind: 'serve', body: BODY, etag: '"1"' } }, async (host) => {
      const first = await fetch(`${host.url}/list.json`, { headers: { 'if-none-match': '"0"' } });
      expect(await first.text()).toBe(BODY);
      expect(host.requests).toMatchObject([{ method: 'GET', path: '/list.json', headers: { 'if-none-match': '"0"' } }]);
      expect((await fetch(`${host.url}/list.json`, { headers: { 'if-none-match': '"1"' } })).status).toBe(304);
      host.set('/list.json', { kind: 'serve', body: 'other', contentType: 'text/html' });
      const second = await fetch(`${host.url}/list.json`);
      expect([await second.text(), second.headers.get('content-type')]).toEqual(['other', 'text/html']);
    });
  });

  it('answers with errors and redirects', async () => {
    await withHost(
      { '/a': { kind: 'status' }, '/b': { kind: 'redirect', location: 'http://127.0.0.1:1/' } },
      async (host) => {
        expect((await fetch(`${host.url}/a`)).status).toBe(500);
        expect((await fetch(`${host.url}/absent`)).status).toBe(404);
        const redirect = await fetch(`${host.url}/b`, { redirect: 'manual' });
        expect([redirect.status, redirect.headers.get('location')]).toEqual([302, 'http://127.0.0.1:1/']);
      },
    );
  });

  it('hangs without an answer', async () => {
    await withHost({ '/': { kind: 'hang' } }, async (host) => {
      const controller = new AbortController();
      const answer = fetch(`${host.url}/`, { signal: controller.signal });
      await expect.poll(() => host.requests.length).toBe(1);
      controller.abort();
      await expect(answer).rejects.toThrow('aborted');
    });
  });

  it('sends half and closes, or half and stalls', async () => {
    await withHost(
      { '/cut': { kind: 'truncate', body: BODY }, '/stall': { kind: 'stall', body: BODY } },
      async (host) => {
        await expect(fetch(`${host.url}/cut`).then((response) => response.text())).rejects.toThrow();
        const response = await request(`${host.url}/stall`);
        expect((await received(response, BODY.length / 2 - 1)).length).toBe(Math.floor(BODY.length / 2));
        expect(response.complete).toBe(false);
        response.destroy();
      },
    );
  });

  it('sends without an end until the client goes', async () => {
    await withHost({ '/': { kind: 'endless' } }, async (host) => {
      const response = await request(`${host.url}/`);
      expect((await received(response, 3_000_000)).length).toBeGreaterThan(3_000_000);
      response.destroy();
    });
  });

  it('sends a small answer that unpacks to a large one', async () => {
    const unpackedBytes = 20 * 1024 * 1024;
    await withHost({ '/': { kind: 'gzip_bomb', unpackedBytes } }, async (host) => {
      const packed = await received(await request(`${host.url}/`), Number.POSITIVE_INFINITY);
      expect(packed.length).toBeLessThan(100_000);
      expect(gunzipSync(packed).length).toBe(unpackedBytes);
    });
  });
});

async function withHost(
  behaviours: Readonly<Record<string, ListBehaviour>>,
  use: (host: TrustListHost) => Promise<void>,
): Promise<void> {
  const host = await startTrustListHost(behaviours);
  try {
    await use(host);
  } finally {
    await host.close();
  }
}

function request(url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => get(url, { agent: false }, resolve).once('error', reject));
}

/** Everything up to the end, or a little more than `bytes`. */
async function received(response: IncomingMessage, bytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(part)) throw new TypeError('The response gave no bytes');
    parts.push(part);
    length += part.length;
    if (length > bytes) break;
  }
  return Buffer.concat(parts);
}
