import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { listen, type RunningServer } from './loopback.ts';
import { startDaemon, type Daemon } from './rados/daemon.ts';
import { cephConfiguration } from './rados/configuration.ts';
import { createBucket } from './rados/create-bucket.ts';
import { runTool } from './rados/run-tool.ts';

/** A real S3 service: the RADOS Gateway of a Ceph cluster that has one node and keeps its objects in memory. */
export interface RadosGateway extends RunningServer {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
  createBucket(name: string): Promise<void>;
  /** Every entry of the bucket's own index, told by Ceph and not by S3; parts of unfinished uploads are among them. */
  entries(bucket: string): Promise<string[]>;
  /** How many bytes the user may store in all, from now on. */
  limitBytes(bytes: number): Promise<void>;
  /** Stops answering, with its connections open, until `resume`. */
  pause(): void;
  resume(): void;
  /** The gateway ends as by a crash. */
  crash(): Promise<void>;
}

export interface RadosGatewayOptions {
  /** An upload with smaller parts is refused at its end. Default 5 MiB, as with AWS. */
  minPartBytes?: number;
}

const S3_MIN_PART_BYTES = 5 * 1024 * 1024;
const PROGRAMS = ['ceph', 'ceph-authtool', 'ceph-mon', 'ceph-osd', 'monmaptool', 'radosgw', 'radosgw-admin'];
const REGION = 'us-east-1';
const USER = 'revera';
const STARTS = 3;

/** A group of tests with one gateway for all of them; where Ceph is not installed it is one skipped test that says so. */
export function describeWithRadosGateway(
  title: string,
  tests: (gateway: () => RadosGateway) => void,
  options: RadosGatewayOptions = {},
): void {
  const missing = PROGRAMS.filter((name) => !existsSync(`/usr/bin/${name}`));
  describe(title, () => {
    if (missing.length > 0) {
      it('has its S3 service', (ctx) => ctx.skip(`the RADOS Gateway is not installed: ${missing.join(', ')} absent`));
      return;
    }
    let gateway: RadosGateway | undefined;
    beforeAll(async () => {
      gateway = await startRadosGateway(options);
    });
    afterAll(() => gateway?.close());
    tests(() => {
      if (gateway === undefined) throw new Error('The RADOS Gateway did not start');
      return gateway;
    });
  });
}

/** Starts monitor, storage daemon and gateway on free loopback ports with a temporary folder; takes a second or two. */
async function startRadosGateway({ minPartBytes = S3_MIN_PART_BYTES }: RadosGatewayOptions): Promise<RadosGateway> {
  for (let start = 1; ; start++) {
    const folder = await mkdtemp(join(tmpdir(), 'revera-rados-'));
    const daemons: Daemon[] = [];
    const close = async (): Promise<void> => {
      await Promise.all(daemons.map((daemon) => daemon.kill()));
      await rm(folder, { recursive: true, force: true });
    };
    try {
      return { ...(await startCluster(folder, minPartBytes, daemons)), close };
    } catch (error) {
      await close();
      // A port that was free may have been taken by the time the daemon bound it.
      if (start === STARTS) throw error;
    }
  }
}

async function startCluster(
  folder: string,
  minPartBytes: number,
  daemons: Daemon[],
): Promise<Omit<RadosGateway, 'close'>> {
  const [monitorPort, port] = [await freePort(), await freePort()];
  const [cluster, storage] = [randomUUID(), randomUUID()];
  const configuration = join(folder, 'ceph.conf');
  const tool = (name: string, ...args: string[]): Promise<string> =>
    runTool(name, name === 'ceph-authtool' || name === 'monmaptool' ? args : ['-c', configuration, ...args]);
  const daemon = (name: string, ...args: string[]): Daemon => {
    const started = startDaemon(name, ['-c', configuration, '-f', ...args]);
    daemons.push(started);
    return started;
  };

  await writeFile(configuration, cephConfiguration({ folder, cluster, monitorPort, minPartBytes }));
  await Promise.all(['mon', 'osd', 'crash'].map((name) => mkdir(join(folder, name))));
  await makeKeys(join(folder, 'keyring'));
  const map = join(folder, 'monmap');
  await tool('monmaptool', '--create', '--addv', 'a', `[v2:127.0.0.1:${monitorPort}]`, '--fsid', cluster, map);
  await tool('ceph-mon', '-i', 'a', '--mkfs', '--monmap', map, '--keyring', join(folder, 'keyring'));
  const monitor = daemon('ceph-mon', '-i', 'a');
  await monitor.whileRunning(tool('ceph', 'osd', 'new', storage));
  await tool('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', storage);
  const osd = daemon('ceph-osd', '-i', '0');
  const [accessKeyId, secretAccessKey] = [randomBytes(10).toString('hex'), randomBytes(20).toString('hex')];
  const user = ['--uid', USER, '--display-name', USER, '--access-key', accessKeyId, '--secret-key', secretAccessKey];
  await osd.whileRunning(tool('radosgw-admin', 'user', 'create', ...user));
  const gateway = daemon('radosgw', '-n', 'client.admin', '--rgw-frontends', `beast endpoint=127.0.0.1:${port}`);
  const url = `http://127.0.0.1:${port}`;
  await gateway.untilItAnswers(url);

  return {
    url,
    port,
    accessKeyId,
    secretAccessKey,
    region: REGION,
    createBucket: (name) => createBucket({ url, region: REGION, accessKeyId, secretAccessKey }, name),
    entries: async (bucket) => namesIn(await tool('radosgw-admin', 'bucket', 'list', `--bucket=${bucket}`)),
    limitBytes: async (bytes) => {
      const quota = ['--quota-scope=user', `--uid=${USER}`];
      await tool('radosgw-admin', 'quota', 'set', ...quota, `--max-size=${bytes}`);
      await tool('radosgw-admin', 'quota', 'enable', ...quota);
    },
    pause: () => gateway.signal('SIGSTOP'),
    resume: () => gateway.signal('SIGCONT'),
    crash: () => gateway.kill(),
  };
}

/** Ceph does not let the gateway in without authentication, so every part has its key. */
async function makeKeys(keyring: string): Promise<void> {
  const everything = ['--cap', 'mon', 'allow *', '--cap', 'osd', 'allow *', '--cap', 'mgr', 'allow *'];
  await runTool('ceph-authtool', ['--create-keyring', keyring, '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *']);
  await runTool('ceph-authtool', [keyring, '--gen-key', '-n', 'client.admin', ...everything]);
  await runTool('ceph-authtool', [keyring, '--gen-key', '-n', 'osd.0', ...everything]);
}

async function freePort(): Promise<number> {
  const server = await listen(createServer(), 'tcp');
  await server.close();
  return server.port;
}

function namesIn(listing: string): string[] {
  const entries: unknown = JSON.parse(listing);
  if (!Array.isArray(entries)) throw new TypeError('radosgw-admin gave no list');
  return entries.map((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null || !('name' in entry)) throw new TypeError('an entry has no name');
    return String(entry.name);
  });
}
