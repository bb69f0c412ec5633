import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Worker } from '../platform/queue/worker.ts';
import { until } from '../platform/test-process.ts';
import { openTestServer, type TestKey, type TestServer } from '../testing/test-services.ts';
import { createWebhook, LOOPBACK_ALLOWED, sendTest, senderOf, untilDelivery } from '../testing/test-webhooks.ts';
import { PATIENCE_MS } from './server-process.ts';

/** The programs of docs/webhooks.md that can be run without building them. */
const PROGRAMS = [
  { language: 'js', file: 'receiver.mjs', command: process.execPath },
  { language: 'python', file: 'receiver.py', command: 'python3' },
] as const;

const DOCUMENT = readFileSync(new URL('../../../../docs/webhooks.md', import.meta.url), 'utf8');

let server: TestServer;
let sender: Worker;
let key: TestKey;
let folder: string;
let program: ChildProcess | undefined;
beforeAll(async () => {
  server = await openTestServer({ settings: LOOPBACK_ALLOWED });
  sender = senderOf(server);
  await sender.start();
  key = await server.createKey({ mode: 'live', scopes: ['webhooks:manage'] });
  folder = mkdtempSync(join(tmpdir(), 'revera-receiver-'));
});
afterEach(async () => {
  if (program === undefined) return;
  const ended = once(program, 'exit');
  program.kill('SIGKILL');
  await ended;
  program = undefined;
});
afterAll(async () => {
  await sender.stop({ graceMs: 0 });
  await server.close();
  rmSync(folder, { recursive: true });
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new TypeError('a socket without a port');
  return address.port;
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

describe.each(PROGRAMS)('the program for receivers in $language', ({ language, file, command }) => {
  it.skipIf(spawnSync(command, ['--version']).error !== undefined)(
    'takes what is signed with its secret, and refuses what is not',
    { timeout: PATIENCE_MS },
    async () => {
      const source = new RegExp('```' + language + '\\n([^]*?)```').exec(DOCUMENT)?.[1] ?? '';
      const port = await freePort();
      writeFileSync(join(folder, file), source.replaceAll('8090', String(port)));
      const url = `http://127.0.0.1:${port}/`;
      const [own, other] = [
        await createWebhook(server, key.key, { url }),
        await createWebhook(server, key.key, { url }),
      ];
      program = spawn(command, [join(folder, file)], {
        env: { ...process.env, WEBHOOK_SECRET: own.secret },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let printed = '';
      program.stdout?.on('data', (text: Buffer) => (printed += text.toString()));
      await until(() => answers(port));
      const statusOf = async (whid: string) => {
        const { id } = await sendTest(server, key.key, whid);
        const made = await untilDelivery(server, { key: key.key, whid, id }, ({ attempts }) => attempts.length > 0);
        return made.attempts[0]?.status_code;
      };
      expect([await statusOf(own.id), await statusOf(other.id)]).toEqual([204, 401]);
      await until(() => printed.includes('\n'));
      expect(printed.trim()).toBe(`webhook.test ${own.id}`);
    },
  );
});
