import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';
import { hashToken, newApiKey } from '../shared/api-key-format.ts';
import { newId } from '../shared/ids.ts';
import type { Log } from '../platform/log.ts';
import { DEFAULT_LIMITS, type ServerLimits } from '../shared/limits.ts';
import type { AccountPrincipal, ApiKeyPrincipal, MemberPrincipal } from '../shared/principal.ts';
import { newSecretToken } from '../shared/session-token.ts';
import { closeHttpApp, createHttpApp } from './app-factory.ts';
import { createMemoryRateLimitStore } from './test-rate-limit-store.ts';
import type { KeyAuthenticator, SessionAuthenticator } from './guards.ts';
import type { PageRoute } from './page-route.ts';
import type { PageServices } from './page-endpoint.ts';
import type { KnownKeyRefusal } from './refused-tokens.ts';
import { registerAll } from './register.ts';
import type { RouteServices } from './route-endpoint.ts';
import type { ReportedRefusal } from './identify-caller.ts';
import type { Route } from './route.ts';
import { createUploadMemory, type UploadMemory } from './upload-memory.ts';

export const ADMIN_TOKEN = 'test-admin-token';
/** The origin of the application's own pages. */
export const ORIGIN = 'http://127.0.0.1:8080';

export type TestMembership = Pick<MemberPrincipal, 'organizationId' | 'role' | 'organizationStatus'>;

/** An application for one test, with keys that exist only in it; it closes when the test ends. */
export interface TestApp {
  readonly app: FastifyInstance;
  readonly uploadDirectory: string;
  readonly uploadMemory: UploadMemory;
  readonly breaches: string[];
  /** How many times the key store was queried. */
  readonly lookups: () => number;
  /** Bearer tokens whose refusal was reported. */
  readonly refusals: readonly ReportedRefusal[];
  /** From now on the key is known and refused. */
  readonly refuseKey: (key: string, reason: KnownKeyRefusal['reason']) => void;
  readonly addKey: (principal: Partial<ApiKeyPrincipal>) => string;
  /** Answers the token of the session. The first membership is the account's own organization. */
  readonly addSession: (principal: Partial<AccountPrincipal>, memberships?: readonly TestMembership[]) => string;
  readonly listen: () => Promise<number>;
  /** For a test that must see it end; the second call waits for the first. */
  readonly close: () => Promise<void>;
}

interface TestAppOptions {
  readonly limits?: Partial<ServerLimits>;
  readonly trustedProxies?: readonly string[];
  readonly isHttps?: boolean;
  /** Every client of a test, by default. */
  readonly uncappedPeers?: readonly string[];
  /** Those of `addSession`, by default. */
  readonly sessions?: SessionAuthenticator;
  readonly pages?: readonly PageRoute[];
  readonly log?: Log;
  /** Default false. */
  readonly operatorsNeedSecondFactor?: boolean;
  /** Milliseconds, for the rate buckets; by default time stands still. */
  readonly now?: () => number;
}

export async function createTestApp(routes: readonly Route[], options: TestAppOptions = {}): Promise<TestApp> {
  const limits: ServerLimits = { ...DEFAULT_LIMITS, refusalIdleMs: 500, ...options.limits };
  const uploadDirectory = join(await mkdtemp(join(tmpdir(), 'revera-http-')), 'uploads');
  await mkdir(uploadDirectory, { mode: 0o700 });
  const uploadMemory = createUploadMemory(limits);
  const breaches: string[] = [];
  const refusals: ReportedRefusal[] = [];
  const now = options.now ?? (() => 0);
  const sessions = createTestSessions();
  const keys = createTestKeys();
  const app = createHttpApp({
    ...(options.log === undefined ? {} : { log: options.log }),
    newRequestId: () => newId('request'),
    trustedProxies: options.trustedProxies ?? [],
    isHttps: options.isHttps ?? false,
    uncappedPeers: options.uncappedPeers ?? ['loopback'],
    limits,
    errorPage: ({ language, status, code }) => ({ html: `${language} ${status} ${code}`, headers: {} }),
  });
  const end = async (): Promise<void> => {
    await closeHttpApp(app, limits);
    await rm(join(uploadDirectory, '..'), { recursive: true, force: true });
  };
  let ending: Promise<void> | undefined;
  const close = (): Promise<void> => (ending ??= end());
  onTestFinished(close);
  const services: RouteServices & PageServices = {
    sessions: options.sessions ?? sessions.authenticator,
    origin: () => ORIGIN,
    signInAddress: (language, next) => `/sign-in/${language}?next=${next ?? ''}`,
    keys: keys.authenticator,
    adminTokenSha256: hashToken(ADMIN_TOKEN),
    operatorsNeedSecondFactor: options.operatorsNeedSecondFactor ?? false,
    rateLimits: createMemoryRateLimitStore({ now }),
    now,
    onRefusedToken: (refusal) => {
      refusals.push(refusal);
      return Promise.resolve();
    },
    limits,
    uploadDirectory,
    uploadMemory,
    reserveMore: () => Promise.resolve(undefined),
    tellOfRefusal: () => Promise.resolve(),
    releaseUnit: () => Promise.resolve(),
    onContractBreach: (breach) => {
      breaches.push(breach);
    },
  };
  registerAll(app, { routes, pages: options.pages ?? [] }, services);
  return {
    app,
    uploadDirectory,
    uploadMemory,
    breaches,
    lookups: keys.lookups,
    refusals,
    refuseKey: keys.refuse,
    addKey: keys.add,
    addSession: sessions.add,
    listen: () => listenAnywhere(app),
    close,
  };
}

async function listenAnywhere(app: FastifyInstance): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return address.port;
}

interface TestKeys extends Pick<TestApp, 'lookups'> {
  readonly authenticator: KeyAuthenticator;
  readonly add: TestApp['addKey'];
  readonly refuse: TestApp['refuseKey'];
}

function createTestKeys(): TestKeys {
  const keys = new Map<string, ApiKeyPrincipal | KnownKeyRefusal>();
  let lookups = 0;
  return {
    authenticator: {
      authenticate: (bearer) => {
        lookups += 1;
        const known = keys.get(bearer) ?? 'invalid';
        if (known === 'invalid' || known.kind === 'known_key') return Promise.resolve(known);
        return Promise.resolve({ principal: known, counted: null });
      },
    },
    lookups: () => lookups,
    refuse: (key, reason) => {
      const known = keys.get(key);
      if (known?.kind !== 'api_key') throw new Error('only a key that was added can be refused');
      const { keyId, organizationId } = known;
      keys.set(key, { kind: 'known_key', keyId, organizationId, reason });
    },
    add: (principal) => {
      const { key } = newApiKey('test');
      keys.set(key, {
        kind: 'api_key',
        keyId: newId('apiKey'),
        organizationId: newId('organization'),
        mode: 'test',
        scopes: ['content:verify'],
        organizationStatus: 'active',
        ...principal,
      });
      return key;
    },
  };
}

function createTestSessions(): { authenticator: SessionAuthenticator; add: TestApp['addSession'] } {
  const accounts = new Map<string, AccountPrincipal>();
  const memberships = new Map<string, readonly TestMembership[]>();
  const authenticator: SessionAuthenticator = {
    authenticate: (token) => Promise.resolve(accounts.get(token) ?? 'invalid'),
    findMembership: (accountId, organizationId) => {
      const own = memberships.get(accountId) ?? [];
      return Promise.resolve(
        organizationId === null ? own[0] : own.find((membership) => membership.organizationId === organizationId),
      );
    },
  };
  const add: TestApp['addSession'] = (principal, own = []) => {
    const { token } = newSecretToken();
    const account: AccountPrincipal = {
      kind: 'account',
      accountId: newId('account'),
      sessionId: newId('session'),
      isEmailVerified: true,
      isAdmin: false,
      hasSecondFactor: false,
      isRecentlyAuthenticated: false,
      ...principal,
    };
    accounts.set(token, account);
    memberships.set(account.accountId, own);
    return token;
  };
  return { authenticator, add };
}

export const BOUNDARY = 'xxBOUNDARYxx';
export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

/** One part, with its headers exactly as they are sent. */
export function part(headers: string, body: string | Buffer): Buffer {
  return Buffer.concat([Buffer.from(`--${BOUNDARY}\r\n${headers}\r\n\r\n`), Buffer.from(body), Buffer.from('\r\n')]);
}

export function filePart(body: string | Buffer, name = 'file', filename = 'photo.jpg', type = 'image/jpeg'): Buffer {
  return part(`Content-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: ${type}`, body);
}

export function fieldPart(name: string, value: string): Buffer {
  return part(`Content-Disposition: form-data; name="${name}"`, value);
}

/** A whole body, closed unless `closed` is false. */
export function form(parts: readonly Buffer[], closed = true): Buffer {
  return Buffer.concat([...parts, Buffer.from(closed ? `--${BOUNDARY}--\r\n` : '')]);
}

/** Waits until the condition holds, at most five seconds. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let round = 0; round < 500; round += 1) {
    if (await condition()) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
  }
  throw new Error('the condition never held');
}

export async function isEmptyDirectory(directory: string): Promise<boolean> {
  return (await readdir(directory)).length === 0;
}

/** A client that writes what it is given and collects the answers. */
export interface RawClient {
  readonly socket: Socket;
  /** Everything received so far. */
  readonly received: () => string;
  /** Settles when the connection is closed, with the error if there was one. */
  readonly closed: Promise<Error | undefined>;
}

/** @param options `allowHalfOpen` to go on sending after the server's last answer */
export async function rawClient(port: number, options: { allowHalfOpen?: boolean } = {}): Promise<RawClient> {
  const socket = connect({ port, host: '127.0.0.1', ...options });
  let text = '';
  let failure: Error | undefined;
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  socket.on('error', (error) => {
    failure = error;
  });
  const closed = new Promise<Error | undefined>((resolve) => {
    socket.once('close', () => {
      resolve(failure);
    });
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  return { socket, received: () => text, closed };
}
