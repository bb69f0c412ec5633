import { createServer as createTlsServer } from 'node:https';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { gzipSync } from 'node:zlib';
import { createAuthority, privateKeyPem } from '@revera/testkit/authorities';
import { startTripwireServer, startTrustListHost, type TrustListHost } from '@revera/testkit/servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchBounded, type OutboundRequest } from './outbound.ts';
import { PROGRAM_VERSION } from '../shared/version.ts';

const OPTIONS: OutboundRequest = { maxBytes: 10_000, timeoutMs: 10_000, accept: 'text/plain', allowLoopbackHttp: true };

describe('fetchBounded, what it does not even contact', () => {
  it.each([
    ['nonsense', 'INVALID_URL'],
    [`https://example.org/${'x'.repeat(3000)}`, 'INVALID_URL'],
    ['ftp://example.org/', 'SCHEME_REFUSED'],
    ['file:///etc/passwd', 'SCHEME_REFUSED'],
    ['http://example.org/', 'SCHEME_REFUSED'],
    ['http://127.0.0.1/', 'SCHEME_REFUSED'],
    ['https://user@example.org/', 'USERINFO_REFUSED'],
    ['https://:word@example.org/', 'USERINFO_REFUSED'],
    ['https://127.0.0.1/', 'ADDRESS_REFUSED'],
    ['https://2130706433/', 'ADDRESS_REFUSED'],
    ['https://0x7f.1/', 'ADDRESS_REFUSED'],
    ['https://[::1]/', 'ADDRESS_REFUSED'],
    ['https://[::ffff:127.0.0.1]/', 'ADDRESS_REFUSED'],
    ['https://[::ffff:8.8.8.8]/', 'ADDRESS_REFUSED'],
    ['https://169.254.169.254/latest/meta-data/', 'ADDRESS_REFUSED'],
    ['https://10.0.0.1/', 'ADDRESS_REFUSED'],
  ])('refuses %s', async (url, code) => {
    const refusal = fetchBounded(url, { ...OPTIONS, allowLoopbackHttp: false });
    await expect(refusal).rejects.toMatchObject({ name: 'OutboundError', code });
  });

  it('refuses plain http to others also when loopback is allowed', async () => {
    const resolveName = () => Promise.resolve([{ address: '8.8.8.8', family: 4 as const }]);
    const refusal = fetchBounded('http://list.test/', { ...OPTIONS, resolveName });
    await expect(refusal).rejects.toMatchObject({ code: 'SCHEME_REFUSED' });
  });

  it.each([
    ['http://10.0.0.1/', 'ADDRESS_REFUSED'],
    ['http://169.254.169.254/latest/meta-data/', 'ADDRESS_REFUSED'],
    ['http://127.0.0.1/', 'ADDRESS_REFUSED'],
    ['http://[::1]/', 'ADDRESS_REFUSED'],
    ['http://user@example.org/', 'USERINFO_REFUSED'],
    ['ftp://example.org/', 'SCHEME_REFUSED'],
  ])('refuses %s also where http to public addresses is allowed', async (url, code) => {
    const refusal = fetchBounded(url, { ...OPTIONS, allowLoopbackHttp: false, allowPublicHttp: true });
    await expect(refusal).rejects.toMatchObject({ name: 'OutboundError', code });
  });

  it('refuses http to a name with one public and one private address where http to public ones is allowed', async () => {
    const refusal = fetchBounded('http://tsa.test/', {
      ...OPTIONS,
      allowPublicHttp: true,
      resolveName: () => Promise.resolve(['8.8.8.8', '10.1.2.3'].map((address) => ({ address, family: 4 as const }))),
    });
    await expect(refusal).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
  });

  it('goes to a public address by http only where that is allowed', async () => {
    const controller = new AbortController();
    // The address is accepted; the request is aborted before anything is contacted.
    const resolveName = () => {
      controller.abort();
      return Promise.resolve([{ address: '8.8.8.8', family: 4 as const }]);
    };
    const given: OutboundRequest = { ...OPTIONS, allowLoopbackHttp: false, resolveName };
    const allowed = fetchBounded('http://tsa.test/', { ...given, allowPublicHttp: true, signal: controller.signal });
    await expect(allowed).rejects.toMatchObject({ code: 'ABORTED' });
    await expect(fetchBounded('http://tsa.test/', given)).rejects.toMatchObject({ code: 'SCHEME_REFUSED' });
  });

  it.each([['10.1.2.3'], ['169.254.169.254'], ['127.0.0.1'], ['::1'], ['fe80::1%eth0'], ['0.0.0.0']])(
    'refuses a name of which one address is %s, and connects to none of them',
    async (address) => {
      const tripwire = await startTripwireServer('https');
      try {
        const addresses = ['8.8.8.8', address].map(
          (text) => ({ address: text, family: text.includes(':') ? 6 : 4 }) as const,
        );
        const refusal = fetchBounded(`https://list.test:${tripwire.port}/`, {
          ...OPTIONS,
          allowLoopbackHttp: false,
          resolveName: () => Promise.resolve(addresses),
        });
        await expect(refusal).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
        expect(tripwire.requests).toEqual([]);
      } finally {
        await tripwire.close();
      }
    },
  );

  it('says when the name is not known, or known without an address', async () => {
    const unknown = fetchBounded('https://list.test/', {
      ...OPTIONS,
      resolveName: () => Promise.reject(new Error('ENOTFOUND')),
    });
    await expect(unknown).rejects.toMatchObject({ code: 'NAME_NOT_FOUND' });
    const empty = fetchBounded('https://list.test/', { ...OPTIONS, resolveName: () => Promise.resolve([]) });
    await expect(empty).rejects.toMatchObject({ code: 'NAME_NOT_FOUND' });
  });
});

describe('fetchBounded, what it makes of an answer', () => {
  let host: TrustListHost;
  beforeAll(async () => {
    host = await startTrustListHost();
  });
  afterAll(() => host.close());

  it('gives the bytes, names itself and sends nothing that tells of an earlier request', async () => {
    host.set('/a', { kind: 'serve', body: 'hello' });
    expect(Buffer.from(await fetchBounded(`${host.url}/a`, OPTIONS)).toString()).toBe('hello');
    const headers = host.requests.at(-1)?.headers ?? {};
    expect(Object.keys(headers).toSorted()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
    expect(headers).toMatchObject({
      accept: 'text/plain',
      connection: 'close',
      'user-agent': `Revera/${PROGRAM_VERSION}`,
    });
  });

  it('posts a body with its type and length, through the same door', async () => {
    const seen: { method: string | undefined; headers: object; body: string }[] = [];
    const listener: RequestListener = (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString('hex');
        seen.push({ method: request.method, headers: request.headers, body });
        response.end('stamped');
      });
    };
    await withServer(listener, async (url) => {
      const post = { bytes: Uint8Array.of(0x30, 0x00, 0xff), contentType: 'application/timestamp-query' };
      expect(Buffer.from(await fetchBounded(url, { ...OPTIONS, post })).toString()).toBe('stamped');
      const refused = fetchBounded(url, { ...OPTIONS, post, allowLoopbackHttp: false });
      await expect(refused).rejects.toMatchObject({ code: 'SCHEME_REFUSED' });
    });
    expect(seen).toMatchObject([
      {
        method: 'POST',
        body: '3000ff',
        headers: { 'content-type': 'application/timestamp-query', 'content-length': '3', accept: 'text/plain' },
      },
    ]);
  });

  it('follows no redirect with a body either', async () => {
    const tripwire = await startTripwireServer();
    try {
      host.set('/p', { kind: 'redirect', location: tripwire.url, status: 307 });
      const post = { bytes: Uint8Array.of(1), contentType: 'application/timestamp-query' };
      await expect(fetchBounded(`${host.url}/p`, { ...OPTIONS, post })).rejects.toMatchObject({
        code: 'REDIRECT_REFUSED',
      });
      expect(tripwire.requests).toEqual([]);
    } finally {
      await tripwire.close();
    }
  });

  it('looks a name up once and connects to that address', async () => {
    host.set('/a', { kind: 'serve', body: 'hello' });
    let lookups = 0;
    const resolveName = (hostname: string) => {
      lookups += 1;
      expect(hostname).toBe('list.test');
      return Promise.resolve([{ address: lookups === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 as const }]);
    };
    await fetchBounded(`http://list.test:${host.port}/a`, { ...OPTIONS, resolveName });
    expect([lookups, host.requests.at(-1)?.headers['host']]).toEqual([1, `list.test:${host.port}`]);
  });

  it('follows no redirect and names its target without control characters', async () => {
    const tripwire = await startTripwireServer();
    try {
      host.set('/r', { kind: 'redirect', location: `${tripwire.url}/a b` });
      await expect(fetchBounded(`${host.url}/r`, OPTIONS)).rejects.toMatchObject({
        code: 'REDIRECT_REFUSED',
        message: `the host sends on to ${tripwire.url}/a?b`,
      });
      expect(tripwire.requests).toEqual([]);
    } finally {
      await tripwire.close();
    }
  });

  it.each([
    ['an error', { kind: 'status', status: 500 }, 'STATUS_REFUSED'],
    ['no content', { kind: 'status', status: 204 }, 'STATUS_REFUSED'],
    ['a connection that breaks in the body', { kind: 'truncate', body: 'x'.repeat(1000) }, 'BODY_BROKEN'],
    ['a body without end', { kind: 'endless' }, 'TOO_LARGE'],
    ['a body that is announced as too long', { kind: 'serve', body: 'x'.repeat(10_001) }, 'TOO_LARGE'],
    ['a gzip bomb', { kind: 'gzip_bomb', unpackedBytes: 4 * 1024 * 1024 }, 'TOO_LARGE'],
  ] as const)('refuses %s', async (_title, behaviour, code) => {
    host.set('/b', behaviour);
    await expect(fetchBounded(`${host.url}/b`, OPTIONS)).rejects.toMatchObject({ code });
  });

  it.each([
    ['never answers', { kind: 'hang' }],
    ['stalls in the body', { kind: 'stall', body: 'x'.repeat(1000) }],
  ] as const)('gives up on a host that %s, by time and by signal', async (_title, behaviour) => {
    host.set('/h', behaviour);
    await expect(fetchBounded(`${host.url}/h`, { ...OPTIONS, timeoutMs: 50 })).rejects.toMatchObject({
      code: 'TIMEOUT',
    });
    const seen = host.requests.length;
    const controller = new AbortController();
    const request = fetchBounded(`${host.url}/h`, { ...OPTIONS, signal: controller.signal });
    const outcome = expect(request).rejects.toMatchObject({ code: 'ABORTED' });
    await expect.poll(() => host.requests.length).toBe(seen + 1);
    controller.abort();
    await outcome;
    await expect(fetchBounded(`${host.url}/h`, { ...OPTIONS, signal: controller.signal })).rejects.toMatchObject({
      code: 'ABORTED',
    });
  });

  it('gives up on a name that is never found', async () => {
    const resolveName = () => new Promise<never>(() => undefined);
    const request = fetchBounded('https://list.test/', { ...OPTIONS, timeoutMs: 50, resolveName });
    await expect(request).rejects.toMatchObject({ code: 'TIMEOUT' });
  });

  it('says when nobody listens', async () => {
    const gone = await startTrustListHost();
    await gone.close();
    await expect(fetchBounded(gone.url, OPTIONS)).rejects.toMatchObject({ code: 'CONNECTION_FAILED' });
  });
});

describe('fetchBounded, encodings', () => {
  it('decodes gzip', async () => {
    await withServer(sending('gzip', gzipSync('hello')), async (url) => {
      expect(Buffer.from(await fetchBounded(url, OPTIONS)).toString()).toBe('hello');
    });
  });

  it.each([
    ['gzip that is cut', 'gzip', gzipSync('hello').subarray(0, 12), 'BODY_BROKEN'],
    ['gzip that is empty', 'gzip', Buffer.alloc(0), 'BODY_BROKEN'],
    ['gzip that is none', 'gzip', Buffer.from('hello'), 'BODY_BROKEN'],
    ['another encoding', 'br', Buffer.from('hello'), 'ENCODING_REFUSED'],
    ['two encodings', 'gzip, gzip', gzipSync(gzipSync('hello')), 'ENCODING_REFUSED'],
    ['a body that grows by more than 100', 'gzip', gzipSync(Buffer.alloc(9_000)), 'TOO_LARGE'],
    ['a decoded body above the limit', 'gzip', gzipSync(Buffer.from('0123456789abcdef'.repeat(700))), 'TOO_LARGE'],
  ])('refuses %s', async (_title, encoding, body, code) => {
    await withServer(sending(encoding, body), async (url) => {
      await expect(fetchBounded(url, OPTIONS)).rejects.toMatchObject({ code });
    });
  });
});

describe('fetchBounded, https', () => {
  it('accepts a host only with a certificate of a trusted authority for its name', async () => {
    const authority = await createAuthority({ subject: 'CN=list.test', extendedKeyUsages: [] });
    const server = createTlsServer({
      key: privateKeyPem(authority.leaf),
      cert: authority.leaf.pem + authority.intermediate.pem,
    });
    server.on('request', (_request, response) => response.end('secure'));
    await withListening(server, async (port) => {
      const resolveName = () => Promise.resolve([{ address: '127.0.0.1', family: 4 as const }]);
      const trusting: OutboundRequest = { ...OPTIONS, ca: authority.rootPem, resolveName };
      expect(Buffer.from(await fetchBounded(`https://list.test:${port}/`, trusting)).toString()).toBe('secure');
      await expect(fetchBounded(`https://other.test:${port}/`, trusting)).rejects.toMatchObject({ code: 'TLS_FAILED' });
      const distrusting: OutboundRequest = { ...OPTIONS, resolveName };
      await expect(fetchBounded(`https://list.test:${port}/`, distrusting)).rejects.toMatchObject({
        code: 'TLS_FAILED',
      });
    });
  });
});

function sending(encoding: string, body: Uint8Array): RequestListener {
  return (_request, response) => response.writeHead(200, { 'content-encoding': encoding }).end(body);
}

async function withServer(listener: RequestListener, use: (url: string) => Promise<void>): Promise<void> {
  await withListening(createServer(listener), (port) => use(`http://127.0.0.1:${port}/`));
}

async function withListening(
  server: Server & { closeAllConnections(): void },
  use: (port: number) => Promise<void>,
): Promise<void> {
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', () => resolve(undefined)));
  try {
    await use((server.address() as AddressInfo).port);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
