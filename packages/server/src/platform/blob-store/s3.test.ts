import { HeadObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { describeWithRadosGateway, type RadosGateway } from '@revera/testkit/servers';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBlobStore } from '../blob-store.ts';
import { BLOB_LIMITS } from './limits.ts';
import type { S3Config } from './s3-bucket.ts';
import { openS3BlobStore } from './s3.ts';
import type { BlobStore } from './store.ts';
import { itIsABlobStore, readAll, sourceFiles } from './test-contract.ts';

const MIB = 1024 * 1024;
const BUCKET = 'signed-files';
const FAST = { ...BLOB_LIMITS, retryDelayMs: 1 };
const WRONG_SECRET = 'not-the-secret-of-this-user';
/** What `check` leaves. */
const TRIAL = 'a/prefix/revera-check';

function access({ accessKeyId, secretAccessKey }: RadosGateway): { accessKeyId: string; secretAccessKey: string } {
  return { accessKeyId, secretAccessKey };
}

function configFor(gateway: RadosGateway, change: Partial<S3Config> = {}): S3Config {
  const { url, region } = gateway;
  return {
    kind: 's3',
    endpoint: url,
    region,
    bucket: BUCKET,
    prefix: 'a/prefix/',
    pathStyle: true,
    credentials: access(gateway),
    ...change,
  };
}

/** More than is sent in one request, and no two mebibytes of it alike. */
function largeBytes(): Buffer {
  return Buffer.concat(Array.from({ length: 70 }, (_, at) => Buffer.alloc(MIB, `block ${at} `)));
}

async function blobNames(gateway: RadosGateway): Promise<string[]> {
  return (await gateway.entries(BUCKET)).filter((name) => name !== TRIAL);
}

describeWithRadosGateway('a bucket as store', (gateway) => {
  const files = sourceFiles();
  let store: BlobStore;
  beforeAll(async () => {
    await gateway().createBucket(BUCKET);
    store = await openBlobStore(configFor(gateway()));
  });
  afterAll(() => store.close());

  itIsABlobStore(() => ({ store, names: () => blobNames(gateway()) }));

  it('names an object by prefix and key, with its media type and digest', async () => {
    const { path, facts } = await files.make(Buffer.from('described'));
    await store.put('described_object', path, facts);
    expect(await blobNames(gateway())).toContain('a/prefix/described_object');
    const { region, url: endpoint } = gateway();
    const client = new S3Client({ region, endpoint, forcePathStyle: true, credentials: access(gateway()) });
    const head = await client.send(new HeadObjectCommand({ Bucket: BUCKET, Key: 'a/prefix/described_object' }));
    client.destroy();
    expect(head).toMatchObject({ ContentType: 'image/jpeg', Metadata: { sha256: facts.sha256 } });
  });

  describe('takes a large file in parts', () => {
    it('and gives it back whole or in pieces across their borders', async () => {
      const bytes = largeBytes();
      const { path, facts } = await files.make(bytes);
      await store.put('large_file_1', path, facts);
      expect(await store.stat('large_file_1')).toEqual({ sizeBytes: bytes.length });
      const hash = createHash('sha256');
      for await (const piece of (await store.get('large_file_1')) ?? []) hash.update(piece as Buffer);
      expect(hash.digest('hex')).toBe(facts.sha256);
      const border = { start: 8 * MIB - 5, end: 8 * MIB + 4 };
      expect(await readAll(store, 'large_file_1', border)).toEqual(bytes.subarray(border.start, border.end + 1));
      await expect(store.put('large_file_1', path, facts)).rejects.toMatchObject({ code: 'EXISTS' });
    });

    it('and keeps no part of one that is not what its facts say', async () => {
      const { path, facts } = await files.make(largeBytes());
      const before = await blobNames(gateway());
      for (const wrong of [{ sha256: 'b'.repeat(64) }, { sizeBytes: 69 * MIB }, { sizeBytes: 71 * MIB }]) {
        const put = store.put('large_and_wrong', path, { ...facts, ...wrong });
        await expect(put).rejects.toMatchObject({ code: 'DIGEST_MISMATCH' });
      }
      expect(await blobNames(gateway())).toEqual(before);
    });
  });

  it.each(['request', 'answer'] as const)(
    'stores a file although the connection is cut at the first %s',
    async (cut) => {
      const { path, facts } = await files.make(Buffer.alloc(100_000, 'z'));
      const proxy = await startCuttingProxy(gateway().port, cut);
      const behind = await openS3BlobStore(configFor(gateway(), { endpoint: proxy.url }), FAST);
      try {
        await behind.put(`cut_at_the_${cut}`, path, facts);
        expect(proxy.cuts()).toBe(1);
        expect((await readAll(store, `cut_at_the_${cut}`)).length).toBe(100_000);
      } finally {
        await behind.close();
        await proxy.close();
      }
    },
  );

  it.each([
    ['a wrong secret', () => ({ credentials: { ...access(gateway()), secretAccessKey: WRONG_SECRET } }), /403/],
    ['a bucket that is not there', () => ({ bucket: 'no-such-bucket' }), /404/],
    ['an address where nobody listens', () => ({ endpoint: 'http://127.0.0.1:9' }), /ECONNREFUSED/],
  ])('cannot be reached with %s, and no secret is told', async (_title, change, reason) => {
    const { path, facts } = await files.make(Buffer.from('x'));
    const config = configFor(gateway(), change());
    const unreachable = await openS3BlobStore(config, FAST);
    const attempts: (() => Promise<unknown>)[] = [
      () => unreachable.check(),
      () => unreachable.put('unreachable', path, facts),
      () => unreachable.get('unreachable'),
    ];
    for (const attempt of attempts) {
      const error: unknown = await attempt().catch((caught: unknown) => caught);
      expect(error).toMatchObject({ name: 'BlobStoreError', code: 'UNAVAILABLE' });
      expect(String(error)).toMatch(reason);
      const told = inspect(error, { depth: 9 });
      for (const secret of [WRONG_SECRET, gateway().secretAccessKey, 'Signature=']) expect(told).not.toContain(secret);
    }
    await unreachable.close();
  });
});

describeWithRadosGateway(
  'a bucket of a service that fails',
  (gateway) => {
    const files = sourceFiles();
    let store: BlobStore;
    beforeAll(async () => {
      await gateway().createBucket(BUCKET);
      store = await openS3BlobStore(configFor(gateway()), { ...FAST, idleMs: 500 });
    });
    afterAll(() => store.close());

    it('while the parts are put together keeps none of them', async () => {
      const { path, facts } = await files.make(largeBytes());
      await expect(store.put('never_put_together', path, facts)).rejects.toThrow('EntityTooSmall, 400');
      expect(await blobNames(gateway())).toEqual([]);
    });

    it('because it is full says so, and keeps nothing', async () => {
      const large = await files.make(largeBytes());
      const small = await files.make(Buffer.alloc(100_000));
      await gateway().limitBytes(50_000);
      for (const { path, facts } of [small, large]) {
        await expect(store.put('beyond_the_quota', path, facts)).rejects.toMatchObject({ code: 'NO_SPACE' });
      }
      expect(await blobNames(gateway())).toEqual([]);
      await gateway().limitBytes(1024 * MIB);
    });

    it('in the middle of a file, silent or gone, ends the stream with an error', async () => {
      const { path, facts } = await files.make(largeBytes().subarray(0, 60 * MIB));
      await store.put('half_a_file', path, facts);
      for (const fail of [() => Promise.resolve(gateway().pause()), () => gateway().crash()]) {
        const reader = (await store.get('half_a_file'))?.iterator();
        expect((await reader?.next())?.done).toBe(false);
        await fail();
        const rest = async (): Promise<void> => {
          for (let next = await reader?.next(); next?.done === false; next = await reader?.next());
        };
        await expect(rest()).rejects.toMatchObject({ name: 'BlobStoreError', code: 'UNAVAILABLE' });
        gateway().resume();
      }
    });

    it('because it is gone cannot be used', async () => {
      const { path, facts } = await files.make(Buffer.from('x'));
      const attempts: (() => Promise<unknown>)[] = [
        () => store.check(),
        () => store.put('nobody_is_there', path, facts),
        () => store.get('half_a_file'),
        () => store.stat('half_a_file'),
        () => store.delete('half_a_file'),
      ];
      for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    });
  },
  { minPartBytes: 9 * MIB },
);

interface CuttingProxy {
  url: string;
  cuts(): number;
  close(): Promise<unknown>;
}

/** Passes everything on, but cuts the first connection: before the request is passed on, or before its answer is. */
async function startCuttingProxy(port: number, cut: 'request' | 'answer'): Promise<CuttingProxy> {
  let cuts = 0;
  const server = createServer((client) => {
    const service = connect(port, '127.0.0.1');
    const pass = (from: Socket, to: Socket, what: typeof cut): void => {
      from.on('data', (bytes) => {
        if (what !== cut || cuts > 0) return void to.write(bytes);
        cuts += 1;
        client.destroy();
      });
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
    };
    pass(client, service, 'request');
    pass(service, client, 'answer');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The proxy has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    cuts: () => cuts,
    close: () => {
      const closed = once(server, 'close');
      server.close();
      return closed;
    },
  };
}
