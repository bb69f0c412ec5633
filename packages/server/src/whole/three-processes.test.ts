import type { VerificationResult } from '@revera/provenance';
import { createAuthority, type Authority } from '@revera/testkit/authorities';
import { buildJpeg, buildPng } from '@revera/testkit/media';
import {
  describeWithRadosGateway,
  startTrustListHost,
  startWebhookReceiver,
  type TrustListHost,
  type WebhookReceiver,
} from '@revera/testkit/servers';
import { signMedia } from '@revera/testkit/sign';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { filePart, form, MULTIPART } from '../http/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../platform/test-database.ts';
import { until } from '../platform/test-process.ts';
import { readCookie, SESSION_COOKIE } from '../shared/session-token.ts';
import { sessionOf, type TestSession } from '../testing/test-accounts.ts';
import { ask, signOne, verifyFile, type Asking } from './client.ts';
import { freePort } from './postgres-server.ts';
import { createInstallation, PATIENCE_MS, type Installation, type ServerProcess } from './server-process.ts';

const BUCKET = 'agreed';
const ASYNC = { prefer: 'respond-async' };
const LIST = '/legacy.pem';
const ADMIN_EMAIL = 'admin@localhost';
const ADMIN_TOKEN = 'operator-of-three-processes-32-or-more';
const PASSWORD = 'nine wooden bridges by night';
const SCOPES = 'content:verify,content:sign,credentials:read,credentials:revoke,jobs:read,webhooks:manage';
/** So that hardly any token comes back while a test counts them. */
const KEY_BURST = 100;
const ANONYMOUS_FILES = 8;

/** Each on a host of its own: `one` answers, `two` answers and works on jobs, `three` works on jobs. */
describeWithRadosGateway('three processes on one database and one bucket agree on', (gateway) => {
  let database: TestDatabase;
  let lists: TrustListHost;
  let receiver: WebhookReceiver;
  let hosts: Installation[];
  let one: ServerProcess;
  let two: ServerProcess;
  let three: ServerProcess;
  let listed: Authority;
  let later: Authority;

  beforeAll(async () => {
    [listed, later] = [await createAuthority(), await createAuthority()];
    database = await createTestDatabase();
    lists = await startTrustListHost();
    publish(listed);
    receiver = await startWebhookReceiver();
    await gateway().createBucket(BUCKET);
    const { url, region, accessKeyId, secretAccessKey } = gateway();
    const settings = {
      DATABASE_URL: database.url,
      SECRET_KEY: 'ab'.repeat(32),
      ADMIN_TOKEN,
      BASE_URL: 'http://127.0.0.1:9',
      STORAGE_KIND: 's3',
      STORAGE_S3_ENDPOINT: url,
      STORAGE_S3_REGION: region,
      STORAGE_S3_BUCKET: BUCKET,
      STORAGE_S3_ACCESS_KEY_ID: accessKeyId,
      STORAGE_S3_SECRET_ACCESS_KEY: secretAccessKey,
      TRUST_C2PA_URL: '',
      TRUST_C2PA_TSA_URL: '',
      TRUST_C2PA_PRODUCTS_URL: '',
      TRUST_LEGACY_URL: lists.url + LIST,
      TRUST_LEGACY_ALLOWED_URL: '',
      HTTP_TRUSTED_PROXIES: '127.0.0.1',
      WEBHOOK_ALLOW_LOOPBACK_HTTP: 'true',
      LIMIT_KEY_PER_SECOND: '1',
      LIMIT_KEY_BURST: String(KEY_BURST),
      LIMIT_ANONYMOUS_PER_HOUR: String(ANONYMOUS_FILES),
    };
    hosts = [
      await createInstallation(settings),
      await createInstallation(settings),
      await createInstallation(settings),
    ];
    one = await start(0, 'api');
    two = await start(1, 'all');
    three = await start(2, 'worker');
  }, PATIENCE_MS);
  afterAll(async () => {
    for (const host of hosts) await host.clear();
    await receiver.close();
    await lists.close();
    await database.drop();
  });

  const start = async (host: number, role: string): Promise<ServerProcess> => {
    const installation = hosts[host];
    if (installation === undefined) throw new TypeError(`there is no host ${host}`);
    const port = await freePort();
    const started = await installation.start({ PORT: String(port) }, ['--role', role]);
    // It prints the address that all have together.
    return { ...started, address: `http://127.0.0.1:${port}` };
  };
  const publish = (...authorities: Authority[]): void =>
    lists.set(LIST, {
      kind: 'serve',
      body: authorities.map(({ rootPem }) => rootPem).join(''),
      contentType: 'text/plain',
    });
  /** Those who answer. */
  const fronts = (): ServerProcess[] => [one, two];
  const front = (n: number): ServerProcess => (n % 2 === 0 ? one : two);
  const newKey = async (): Promise<string> => {
    const made = await hosts[0]?.command('keys', 'create', '--mode', 'live', '--name', 'k', '--scopes', SCOPES);
    expect(made?.exit).toBe(0);
    return made?.stdout.trim() ?? '';
  };
  const count = (statuses: readonly number[], status: number): number =>
    statuses.filter((answered) => answered === status).length;
  /** The request at both, of which nobody can say which is told first. */
  const atBoth = (path: string, asking: Asking): Promise<number[]> =>
    Promise.all(fronts().map(async ({ address }) => (await ask(address + path, asking)).status));

  const signIn = async (
    { address }: ServerProcess,
    json: object,
  ): Promise<{ status: number; session: TestSession }> => {
    const { status, headers } = await ask(`${address}/v1/auth/login`, { method: 'POST', json });
    const cookies = headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
    return { status, session: sessionOf(readCookie(cookies.join('; '), SESSION_COOKIE) ?? '') };
  };
  const signedIn = async (at: ServerProcess, password: string): Promise<TestSession> => {
    const { status, session } = await signIn(at, { email: ADMIN_EMAIL, password });
    expect(status).toBe(200);
    return session;
  };

  /** Posts a job at each of those who answer, by turns, and waits until all of them have ended. */
  const workOn = async (key: string, bytes: Uint8Array, jobs: number): Promise<Record<string, VerificationResult>> => {
    const ids = await Promise.all(
      Array.from({ length: jobs }, async (_, n) => {
        const { status, body } = await verifyFile({ address: front(n).address, key, bytes, headers: ASYNC });
        expect(status).toBe(202);
        return (body as { id: string }).id;
      }),
    );
    const open = `select from job where id = any($1) and status <> 'completed'`;
    await until(async () => (await database.pool.query(open, [ids])).rowCount === 0);
    const results = ids.map(async (id, n) => {
      const { body } = await ask(`${front(n + 1).address}/v1/jobs/${id}`, { key });
      return [id, (body as { result: VerificationResult }).result] as const;
    });
    return Object.fromEntries(await Promise.all(results));
  };

  it(
    'the session of a browser, the password of an account and the keys of an organization',
    async () => {
      const given = /One-time password {2}(\S+)/.exec(one.output.stdout)?.[1] ?? '';
      const first = await signIn(one, { email: ADMIN_EMAIL, password: given, new_password: PASSWORD });
      expect(first.status).toBe(200);
      expect(await atBoth('/v1/account', { session: first.session })).toEqual([200, 200]);
      const logout = { method: 'POST', session: first.session } as const;
      expect((await ask(`${two.address}/v1/auth/logout`, logout)).status).toBe(204);
      expect(await atBoth('/v1/account', { session: first.session })).toEqual([401, 401]);

      const [here, there] = [await signedIn(one, PASSWORD), await signedIn(two, PASSWORD)];
      const changed = `${PASSWORD} again`;
      const json = { current_password: PASSWORD, new_password: changed };
      expect((await ask(`${one.address}/v1/account/password`, { method: 'POST', session: here, json })).status).toBe(
        204,
      );
      expect(await atBoth('/v1/account', { session: there })).toEqual([401, 401]);
      expect(await atBoth('/v1/account', { session: here })).toEqual([200, 200]);
      expect((await signIn(two, { email: ADMIN_EMAIL, password: PASSWORD })).status).toBe(401);
      const session = await signedIn(two, changed);

      const asked = { name: 'seen everywhere', mode: 'live', scopes: ['credentials:read'] };
      const made = await ask(`${one.address}/v1/dashboard/keys`, { method: 'POST', session, json: asked });
      expect(made.status).toBe(201);
      const { id, key } = made.body as { id: string; key: string };
      // Nothing has this name: what is of interest is that the key is let in.
      expect(await atBoth('/v1/content/credentials/none', { key })).toEqual([404, 404]);
      const revoked = await ask(`${two.address}/v1/dashboard/keys/${id}`, { method: 'DELETE', session });
      expect(revoked.status).toBe(200);
      expect(await atBoth('/v1/content/credentials/none', { key })).toEqual([401, 401]);
    },
    PATIENCE_MS,
  );

  it(
    'one limit for a key, for an address without one, and for attempts to sign in',
    async () => {
      const key = await newKey();
      const began = Date.now();
      const byKey = await Promise.all(
        Array.from(
          { length: 3 * KEY_BURST },
          async (_, n) => (await ask(`${front(n).address}/v1/content/credentials/none`, { key })).status,
        ),
      );
      const passed = count(byKey, 404);
      expect(passed + count(byKey, 429)).toBe(3 * KEY_BURST);
      expect(passed).toBeGreaterThanOrEqual(KEY_BURST);
      // One token came back each second meanwhile.
      expect(passed).toBeLessThanOrEqual(KEY_BURST + Math.ceil((Date.now() - began) / 1000));

      const body = new Uint8Array(form([filePart(Buffer.from(buildJpeg()), 'files', 'photo.jpg')]));
      const headers = { 'content-type': MULTIPART, 'x-forwarded-for': '198.51.100.1', connection: 'close' };
      const byAddress = await Promise.all(
        Array.from({ length: 2 * ANONYMOUS_FILES }, async (_, n) => {
          const answer = await fetch(`${front(n).address}/api/analyze`, { method: 'POST', headers, body });
          await answer.arrayBuffer();
          return answer.status;
        }),
      );
      expect([count(byAddress, 200), count(byAddress, 429)]).toEqual([ANONYMOUS_FILES, ANONYMOUS_FILES]);

      const guess = { email: 'guessed@example.com', password: 'wrong and long enough' };
      const guesses: number[] = [];
      for (let n = 0; n < 12; n++) guesses.push((await signIn(front(n), guess)).status);
      expect(guesses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
    },
    PATIENCE_MS,
  );

  it(
    'the trust lists, refreshed by an administrator at one of them or by the schedule of another',
    async () => {
      const key = await newKey();
      const bytes = await signMedia(buildJpeg(), 'image/jpeg', { authority: later });
      const trustAt = async ({ address }: ServerProcess): Promise<string> => {
        const { status, body } = await verifyFile({ address, key, bytes });
        // On a slow machine it may be asked more often than its limit allows.
        return status === 200 ? (body as VerificationResult).c2pa.trust_status : 'not told';
      };
      const verdicts = () => Promise.all(fronts().map(trustAt));
      const refresh = async ({ address }: ServerProcess, query = ''): Promise<void> => {
        const asking = { method: 'POST', key: ADMIN_TOKEN } as const;
        const { status, body } = await ask(`${address}/admin/c2pa/trust/refresh${query}`, asking);
        expect([status, body]).toMatchObject([200, { refreshed: [{ name: 'legacy', outcome: 'updated' }] }]);
      };
      const untilAll = (status: string) =>
        until(async () => (await verdicts()).every((verdict) => verdict === status), { everyMs: 250 });
      await untilAll('not_in_trust_list');

      publish(listed, later);
      await refresh(one);
      await untilAll('legacy_trusted');
      const judged = Object.values(await workOn(key, bytes, 6));
      expect(judged.map(({ c2pa }) => c2pa.trust_status)).toEqual(judged.map(() => 'legacy_trusted'));

      publish(listed);
      await refresh(two, '?force=true');
      await untilAll('not_in_trust_list');

      publish(listed, later);
      await three.stop();
      await database.pool.query(`update trust_list set next_refresh_at = 'epoch' where name = 'legacy'`);
      three = await start(2, 'worker');
      await untilAll('legacy_trusted');
    },
    PATIENCE_MS,
  );

  it(
    'a signature that was asked for twice, and the end of its credential',
    async () => {
      const key = await newKey();
      const headers = { 'idempotency-key': 'once-for-all' };
      const bytes = buildPng();
      const sign = async ({ address }: ServerProcess) => {
        const { status, body } = await signOne({ address, key, bytes, headers });
        expect(status).toBe(200);
        return body as { credential_id: string };
      };
      const { credential_id: id } = await sign(one);
      expect(await sign(two)).toMatchObject({ credential_id: id });
      const record = `/v1/content/credentials/${id}`;
      expect(await atBoth(`/v/${id}`, {})).toEqual([200, 200]);
      const download = ({ address }: ServerProcess) =>
        fetch(`${address}${record}/asset`, { headers: { authorization: `Bearer ${key}`, connection: 'close' } });
      const [first, second] = [await download(one), await download(two)];
      const [signed, same] = [new Uint8Array(await first.arrayBuffer()), new Uint8Array(await second.arrayBuffer())];
      expect(Buffer.from(same).equals(signed)).toBe(true);
      const etag = second.headers.get('etag') ?? '';

      expect((await ask(`${one.address}${record}/revoke`, { method: 'POST', key, json: {} })).status).toBe(200);
      expect(await atBoth(`${record}/asset`, { key })).toEqual([410, 410]);
      // Nor does one that answered with it before say that the copy of a cache is still good.
      for (const { address } of fronts()) {
        const asked = { authorization: `Bearer ${key}`, 'if-none-match': etag, connection: 'close' };
        expect((await fetch(`${address}${record}/asset`, { headers: asked })).status).toBe(410);
        expect((await ask(address + record, { key })).body).toMatchObject({ status: 'revoked' });
        expect((await ask(`${address}/v/${id}`)).body).toMatchObject({ status: 'revoked' });
        const { body } = await verifyFile({ address, key, bytes: signed });
        expect(body).toMatchObject({ service_credential: { credential_id: id, status: 'revoked' } });
      }
      const judged = Object.values(await workOn(key, signed, 4));
      expect(judged).toMatchObject(judged.map(() => ({ service_credential: { status: 'revoked' } })));
    },
    PATIENCE_MS,
  );

  it(
    'a webhook, whoever made it, ended the job and sends the event: each is delivered once',
    async () => {
      const key = await newKey();
      const hooks = '/v1/dashboard/webhooks';
      const hook = async ({ address }: ServerProcess, path: string): Promise<string> => {
        const json = { url: receiver.url + path, events: ['verification.completed'] };
        const { status, body } = await ask(address + hooks, { method: 'POST', key, json });
        expect(status).toBe(201);
        return (body as { id: string }).id;
      };
      const toldAt = (path: string): string[] =>
        receiver.received
          .filter((message) => message.path === path)
          .map(jobOf)
          .toSorted();
      const id = await hook(one, '/first');
      const ids = Object.keys(await workOn(key, buildJpeg(), 16)).toSorted();
      await until(async () => toldAt('/first').length >= ids.length && (await pending()) === 0);
      expect(toldAt('/first')).toEqual(ids);

      const disable = { method: 'PATCH', key, json: { enabled: false } } as const;
      expect((await ask(`${two.address}${hooks}/${id}`, disable)).status).toBe(200);
      const { body } = await ask(one.address + hooks, { key });
      expect(body).toMatchObject({ data: [{ id, enabled: false, disabled_reason: null }] });
      await hook(two, '/second');
      const further = Object.keys(await workOn(key, buildJpeg(), 8)).toSorted();
      await until(async () => toldAt('/second').length >= further.length && (await pending()) === 0);
      expect([toldAt('/first'), toldAt('/second')]).toEqual([ids, further]);
    },
    PATIENCE_MS,
  );

  const jobOf = ({ body }: { body: string }): string => (JSON.parse(body) as { data: { id: string } }).data.id;
  const pending = async (): Promise<number> =>
    (await database.pool.query(`select from webhook_delivery where status = 'pending'`)).rowCount ?? 0;
});
