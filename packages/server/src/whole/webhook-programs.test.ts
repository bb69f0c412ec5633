import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { messageHeaders } from '../features/webhooks/sign-message.ts';
import type { Worker } from '../platform/queue/worker.ts';
import { until } from '../platform/test-process.ts';
import { openTestServer, type TestKey, type TestServer } from '../testing/test-services.ts';
import { createWebhook, LOOPBACK_ALLOWED, sendTest, senderOf, untilDelivery } from '../testing/test-webhooks.ts';
import { PATIENCE_MS } from './server-process.ts';

/** The programs of docs/webhooks.md. What has to be built is built into `receiver` beside its source. */
const PROGRAMS = [
  {
    language: 'js',
    file: 'receiver.mjs',
    needs: [process.execPath, '--version'],
    run: [process.execPath, 'receiver.mjs'],
  },
  { language: 'python', file: 'receiver.py', needs: ['python3', '--version'], run: ['python3', 'receiver.py'] },
  {
    language: 'go',
    file: 'receiver.go',
    needs: ['go', 'version'],
    build: ['go', 'build', '-o', 'receiver', 'receiver.go'],
    run: ['./receiver'],
  },
  { language: 'java', file: 'Receiver.java', needs: ['java', '--version'], run: ['java', 'Receiver.java'] },
  {
    language: 'php',
    file: 'receiver.php',
    needs: ['php', '--version'],
    run: ['php', '-S', '127.0.0.1:8090', 'receiver.php'],
  },
] as const;

type Words = readonly [string, ...string[]];

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
const DOCUMENT = read('docs/webhooks.md');

function programIn(document: string, language: string): string {
  return new RegExp('```' + language + '\\n([^]*?)```').exec(document)?.[1] ?? '';
}

/** Whether the program is installed. When it is not, one line says that its test is skipped. */
function isPresent([command, ...words]: Words): boolean {
  const isFound = spawnSync(command, words).error === undefined;
  if (!isFound) console.info(`${command} is absent: the program for receivers in its language is not run`);
  return isFound;
}

let server: TestServer;
let sender: Worker;
let manager: TestKey;
let workplace: string;
let running: ChildProcess | undefined;
beforeAll(async () => {
  server = await openTestServer({ settings: LOOPBACK_ALLOWED });
  sender = senderOf(server);
  await sender.start();
  manager = await server.createKey({ mode: 'live', scopes: ['webhooks:manage'] });
  workplace = mkdtempSync(join(tmpdir(), 'revera-receiver-'));
});
afterEach(async () => {
  if (running === undefined) return;
  const ended = once(running, 'exit');
  running.kill('SIGKILL');
  await ended;
  running = undefined;
});
afterAll(async () => {
  await sender.stop({ graceMs: 0 });
  await server.close();
  rmSync(workplace, { recursive: true });
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

/** The status that the program answers to a message of its own service, whose parts are changed or not. */
async function statusOfMessage(
  url: string,
  secret: string,
  { at = new Date(), change = '' }: { at?: Date; change?: string } = {},
): Promise<number> {
  const body = JSON.stringify({ type: 'webhook.test', data: { webhook_id: 'by_hand' } });
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const headers = messageHeaders({ id: 'evt_1', at, body }, [key]);
  return (await fetch(url, { method: 'POST', headers, body: body + change })).status;
}

const MINUTE_MS = 60_000;

describe.each(PROGRAMS)('the program for receivers in $language', ({ language, file, needs, run, ...rest }) => {
  it('stands in the articles of the site as it is here', () => {
    const program = programIn(DOCUMENT, language);
    expect(program).not.toBe('');
    for (const folder of ['en', 'zh-cn']) {
      const article = read(`packages/server/src/site/articles/content/${folder}/docs/webhooks.md`);
      expect(programIn(article, language)).toBe(program);
    }
  });

  it.skipIf(!isPresent(needs))(
    'takes what is signed with its secret, and refuses what is not',
    { timeout: PATIENCE_MS },
    async () => {
      const port = await freePort();
      const atPort = (text: string) => text.replaceAll('8090', String(port));
      writeFileSync(join(workplace, file), atPort(programIn(DOCUMENT, language)));
      if ('build' in rest) await promisify(execFile)(rest.build[0], rest.build.slice(1), { cwd: workplace });
      const url = `http://127.0.0.1:${port}/`;
      const [own, other] = [
        await createWebhook(server, manager.key, { url }),
        await createWebhook(server, manager.key, { url }),
      ];
      const [command, ...words] = run;
      running = spawn(command, words.map(atPort), {
        cwd: workplace,
        env: { ...process.env, WEBHOOK_SECRET: own.secret },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let printed = '';
      running.stdout?.on('data', (text: Buffer) => (printed += text.toString()));
      // Where the server of PHP writes what a program logs.
      running.stderr?.on('data', (text: Buffer) => (printed += text.toString()));
      await until(() => answers(port));
      const statusOf = async (whid: string) => {
        const { id } = await sendTest(server, manager.key, whid);
        const made = await untilDelivery(server, { key: manager.key, whid, id }, ({ attempts }) => attempts.length > 0);
        return made.attempts[0]?.status_code;
      };
      expect([await statusOf(own.id), await statusOf(other.id)]).toEqual([204, 401]);
      await until(() => printed.includes(own.id));
      expect(printed).toContain('webhook.test');
      expect(printed).not.toContain(other.id);

      const now = Date.now();
      expect(await statusOfMessage(url, own.secret)).toBe(204);
      expect(await statusOfMessage(url, own.secret, { change: ' ' })).toBe(401);
      expect(await statusOfMessage(url, own.secret, { at: new Date(now - 6 * MINUTE_MS) })).toBe(401);
      expect(await statusOfMessage(url, own.secret, { at: new Date(now + 7 * MINUTE_MS) })).toBe(401);
      expect(await statusOfMessage(url, own.secret, { at: new Date(now - 4 * MINUTE_MS) })).toBe(204);
    },
  );
});
