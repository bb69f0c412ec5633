import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { buildApp, type App } from '../app.ts';
import { readConfig, type Config } from '../config.ts';
import { createKey } from '../features/api-keys/index.ts';
import { createOrganization } from '../features/organizations/index.ts';
import { importTrustList } from '../features/trust/index.ts';
import { ensureDevelopmentRoot } from '../first-start.ts';
import { MULTIPART } from '../http/test-app.ts';
import type { Clock } from '../platform/clock.ts';
import { connectDatabase, type Database } from '../platform/database.ts';
import { silentLog } from '../platform/log.ts';
import { createPasswords, type PasswordCost } from '../platform/passwords.ts';
import { createTestDatabase, type TestDatabase } from '../platform/test-database.ts';
import { until } from '../platform/test-process.ts';
import { describeInterface } from '../route-list.ts';
import { openServices, type Services } from '../services.ts';
import type { KeyMode } from '../shared/api-key-format.ts';
import type { ServerLimits } from '../shared/limits.ts';
import type { Scope } from '../shared/scopes.ts';
import { startBackground, type Background } from '../worker.ts';
import { createAnswerCheck, type CheckedAnswer } from './answer-check.ts';
import { checkDetails } from './check-details.ts';
import {
  accountMaker,
  sessionHeaders,
  type TestAccount,
  type TestAccountOptions,
  type TestSession,
} from './test-accounts.ts';

export const ADMIN_TOKEN = 'a-token-of-the-administrator-for-tests';
const ACTOR = { kind: 'system', id: null } as const;
const NO_LISTS = { anchorsUrl: '', allowedUrl: '' };
/** These tests set hundreds of passwords, and the cost of each is tested elsewhere. */
const CHEAP: PasswordCost = { memoryCost: 64, timeCost: 1, parallelism: 1 };
/** Limits that no test is meant to reach; tests of limits set small ones. */
const GENEROUS: Partial<ServerLimits> = {
  anonymousAnalysesPerHour: 1_000_000,
  invitationsPerHour: 1_000_000,
  publicReadBurst: 1_000_000,
  refusedTokensPerMinute: 1_000_000,
  apiKeyBurst: 1_000_000,
  ordersPerMinute: 1_000_000,
  paymentNoticesPerSecond: 1_000_000,
  refusedNoticesPerMinute: 1_000_000,
  loginAttempts: 1_000_000,
  loginAttemptsAddress: 1_000_000,
  loginAttemptsAccountPerHour: 1_000_000,
  accountMailsAddressPerHour: 1_000_000,
  accountMailsPerHour: 1_000_000,
  accountMailsRecipientPerDay: 1_000_000,
};

/** Made once for all test files of a thread, with the schemas that it compiles: most of what opening a server would take. */
const answerProblems = createAnswerCheck(describeInterface());

/** One request to a documented route. */
export interface Call {
  /** Values for the `{names}` in the path. */
  params?: Readonly<Record<string, string>>;
  /** With its question mark. */
  query?: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent as the bearer token. */
  key?: string;
  /** Sent as the browser of this session would. */
  session?: TestSession;
  /** A multipart form made by `form` of http/test-app. */
  form?: Buffer;
  /** Sent as a JSON body. */
  json?: unknown;
  /** The apparent address of the caller. */
  address?: string;
}

export interface Answer {
  status: number;
  headers: Readonly<Record<string, string | string[] | number | undefined>>;
  /** Parsed JSON, the text of a page, or the bytes of a file; undefined without a body. */
  body: unknown;
}

/** Sends one request to the documented route and fails the test when the answer is not as documented. */
export type CallRoute = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  call?: Call,
) => Promise<Answer>;

export interface TestKey {
  id: string;
  key: string;
  organizationId: string;
}

export interface TestKeyOptions {
  /** Those of a new key by default. */
  scopes?: Scope[];
  organizationId?: string;
  /** Default `test`. */
  mode?: KeyMode;
}

/** The whole service in this process with its own database: real threads, real files, no network. */
export interface TestServer {
  services: Services;
  /** Its database, for access by other means. */
  testDatabase: TestDatabase;
  call: CallRoute;
  /** The same service with other parts or limits. */
  variant(change: { services?: Partial<Services>; limits?: Partial<ServerLimits> }): { app: App; call: CallRoute };
  /** The database with its connections closed: every query fails. */
  goneDatabase(): Promise<Database>;
  /** A key of a new organization, or of the given one. */
  createKey(options?: TestKeyOptions): Promise<TestKey>;
  /** A signed-in account with its personal organization. */
  createAccount(options?: TestAccountOptions): Promise<TestAccount>;
  /** Waits until no job is open; then no upload may be left. */
  expectNothingLeft(): Promise<void>;
  close(): Promise<void>;
}

export interface TestServerOptions {
  /** PEM roots on the list `service`. */
  trustedRoots?: readonly string[];
  /** Whether queued jobs are worked on. Default false. */
  background?: boolean;
  /** Whether the root of the installation's own certificates is trusted, as after a start. Default false. */
  signing?: boolean;
  /** Environment variables besides those of every test. */
  settings?: Readonly<Record<string, string>>;
  /** The system's by default. */
  clock?: Clock;
}

/** Opens a server for a whole test file. */
export async function openTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'revera-server-'));
  const database = await createTestDatabase();
  const clock = options.clock === undefined ? {} : { clock: options.clock };
  const config = testConfig({ ...options.settings, DATA_DIR: dataDir });
  const passwords = createPasswords(undefined, CHEAP);
  const services = await openServices(config, { database, passwords, log: silentLog, ...clock });
  const anchorsText = (options.trustedRoots ?? []).join('');
  if (anchorsText !== '') {
    await importTrustList(services, { name: 'service', anchorsText, sourceName: 'test', actor: { actor: ACTOR } });
  }
  if (options.signing === true) await ensureDevelopmentRoot(services);
  const background = options.background === true ? await startBackground(services) : null;
  const apps: App[] = [];
  const variant: TestServer['variant'] = (change) => {
    const limits = { ...services.config.limits, ...change.limits };
    const opened = openApp({ ...services, config: { ...services.config, limits }, ...change.services });
    apps.push(opened.app);
    return opened;
  };
  return {
    services,
    testDatabase: database,
    call: variant({}).call,
    variant,
    goneDatabase: async () => {
      const gone = await connectDatabase({ connectionString: database.url }, { log: silentLog });
      await gone.close();
      return gone;
    },
    createKey: (key) => createTestKey(database, key ?? {}),
    createAccount: accountMaker(services),
    expectNothingLeft: () => expectNothingLeft(services),
    close: async () => {
      for (const app of apps) await app.close();
      await closeAll(services, background, database);
      await rm(dataDir, { recursive: true });
    },
  };
}

function testConfig(settings: Readonly<Record<string, string>>): Config {
  const config = readConfig({ ...settings, ADMIN_TOKEN });
  const isListNamed = settings['TRUST_C2PA_URL'] !== undefined;
  return {
    ...config,
    trust: {
      ...config.trust,
      // A test fetches no list but from a host that it names.
      sources: {
        c2pa: isListNamed ? config.trust.sources.c2pa : NO_LISTS,
        c2pa_tsa: NO_LISTS,
        legacy: NO_LISTS,
        c2pa_products: NO_LISTS,
      },
    },
    limits: { ...config.limits, ...GENEROUS },
  };
}

function openApp(services: Services): { app: App; call: CallRoute } {
  const breaches: string[] = [];
  const app = buildApp(services, { onContractBreach: (breach) => void breaches.push(breach) });
  const call: CallRoute = async (method, path, request = {}) => {
    const { params = {}, query = '', headers, key, session, form, json, address } = request;
    const answer = await app.inject({
      method,
      url: path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(params[name] ?? '')) + query,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(session === undefined ? {} : sessionHeaders(session)),
        ...(form === undefined ? {} : { 'content-type': MULTIPART }),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(form === undefined ? {} : { payload: form }),
      ...(json === undefined ? {} : { payload: JSON.stringify(json) }),
      ...(address === undefined ? {} : { remoteAddress: address }),
    });
    const found = answerProblems(method, path, answer).filter((problem) => !OPTIONAL_HEADERS.test(problem));
    const body = bodyOf(answer);
    expect([...breaches.splice(0), ...found, ...checkDetails(body)]).toEqual([]);
    return { status: answer.statusCode, headers: answer.headers, body };
  };
  return { app, call };
}

/** Documented, and sent only when it applies. */
const OPTIONAL_HEADERS = /^the header (Idempotent-Replayed|Quota-[A-Za-z]+) is missing/;

/** The answer to an injected request. */
interface RawAnswer extends CheckedAnswer {
  rawPayload: Buffer;
}

function contentTypeOf({ headers }: CheckedAnswer): string {
  const type = headers['content-type'];
  return typeof type === 'string' ? (type.split(';', 1)[0] ?? '') : '';
}

function bodyOf(answer: RawAnswer): unknown {
  if (answer.rawPayload.length === 0) return undefined;
  switch (contentTypeOf(answer)) {
    case 'application/json':
      return JSON.parse(answer.body);
    case 'text/html':
      return answer.body;
    default:
      return answer.rawPayload;
  }
}

async function createTestKey({ db }: TestDatabase, options: TestKeyOptions): Promise<TestKey> {
  return db.transaction().execute(async (trx) => {
    const organizationId =
      options.organizationId ?? (await createOrganization(trx, { name: 'Test', kind: 'team', actor: ACTOR })).id;
    const { row, key } = await createKey(trx, {
      organizationId,
      name: 'test',
      mode: options.mode ?? 'test',
      scopes: options.scopes,
      actor: ACTOR,
    });
    return { id: row.id, key, organizationId };
  });
}

async function expectNothingLeft({ database, uploads, uploadMemory }: Services): Promise<void> {
  const open = `select id from job where status in ('queued', 'processing')`;
  await until(async () => (await database.pool.query(open)).rowCount === 0);
  await until(async () => (await readdir(uploads.directory)).length === 0);
  await until(() => uploadMemory.usedBytes === 0);
}

async function closeAll(services: Services, background: Background | null, database: TestDatabase): Promise<void> {
  await background?.stop();
  await services.close();
  await database.drop();
}
