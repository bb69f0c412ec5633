import { resolve } from 'node:path';
import { z } from 'zod';
import { DEFAULT_LIMITS, type ServerLimits } from './shared/limits.ts';

const MIB = 1024 * 1024;
const HOUR_MS = 3_600_000;
const ADMIN_TOKEN_CHARACTERS_MIN = 32;

/** A setting: its schema over the text of the environment, its default as text, and what it is for. */
interface Setting<T> {
  schema: z.ZodType<T, string>;
  fallback: string;
  about: string;
}

const text = z.string().trim();
const whole = (min: number, max: number): z.ZodType<number, string> =>
  text
    .regex(/^\d{1,12}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min).max(max));
const flag: z.ZodType<boolean, string> = z.enum(['true', 'false']).transform((value) => value === 'true');
const optionalUrl = z.union([z.literal(''), z.url({ protocol: /^https?$/ })]);
const word = <const V extends readonly string[]>(values: V): z.ZodType<V[number], string> => {
  const schema: z.ZodType<V[number], string> = z
    .string()
    .refine((value): value is V[number] => values.includes(value), {
      message: `must be one of ${values.join(', ')}`,
    });
  return schema;
};

function setting<T>(schema: z.ZodType<T, string>, fallback: string, about: string): Setting<T> {
  return { schema, fallback, about };
}

const C2PA_LISTS = 'https://raw.githubusercontent.com/c2pa-org/conformance-public/main/trust-list';
const INTERIM_LIST = 'https://raw.githubusercontent.com/contentauth/verify-site/main/static/trust';

/** Every setting of the server. `.env.example` is kept equal to this table by a test. */
export const SETTINGS = {
  REVERA_ENV: setting(
    word(['development', 'production']),
    'development',
    'In production, settings that are missing or ambiguous stop the start.',
  ),
  HOST: setting(text.min(1), '127.0.0.1', 'Address to listen on.'),
  PORT: setting(whole(0, 65_535), '8080', 'Port to listen on; 0 takes a free one.'),
  BASE_URL: setting(optionalUrl, '', 'Public address of the service; default http://HOST:PORT.'),
  DATA_DIR: setting(text.min(1), './data', 'Folder of the embedded database, uploads in progress and certificates.'),
  DATABASE_URL: setting(text, '', 'PostgreSQL 15 or later; empty starts the embedded server.'),
  DATABASE_POOL: setting(whole(2, 200), '10', 'Connections of one process.'),
  LOG_LEVEL: setting(word(['debug', 'info', 'warn', 'error', 'silent']), 'info', 'Least level that is logged.'),
  ADMIN_TOKEN: setting(
    text,
    '',
    `Bearer token of the administrative routes, at least ${ADMIN_TOKEN_CHARACTERS_MIN} characters; empty: none.`,
  ),
  HTTP_TRUSTED_PROXIES: setting(
    text,
    '',
    'Addresses or networks of reverse proxies whose X-Forwarded-For counts, separated by commas.',
  ),
  ANALYSIS_THREADS: setting(whole(1, 64), '2', 'Threads that analyse files; each needs about 60 MB at rest.'),
  ANALYSIS_MEMORY_MB: setting(whole(64, 4096), '512', 'Bound on the memory of the C2PA engine in one thread.'),
  TRUST_C2PA_URL: setting(optionalUrl, `${C2PA_LISTS}/C2PA-TRUST-LIST.json`, 'C2PA trust list; empty: not used.'),
  TRUST_C2PA_TSA_URL: setting(
    optionalUrl,
    `${C2PA_LISTS}/C2PA-TSA-TRUST-LIST.json`,
    'C2PA list of time-stamping authorities; empty: not used.',
  ),
  TRUST_LEGACY_URL: setting(
    optionalUrl,
    `${INTERIM_LIST}/anchors.pem`,
    'Anchors of the frozen interim list; empty: not used.',
  ),
  TRUST_LEGACY_ALLOWED_URL: setting(
    optionalUrl,
    `${INTERIM_LIST}/allowed.pem`,
    'End-entity certificates of the frozen interim list.',
  ),
  TRUST_REFRESH_HOURS: setting(whole(1, 720), '24', 'How often the lists are fetched.'),
  TRUST_FRESH_HOURS: setting(whole(1, 8760), '48', 'An older copy is reported as a cached version.'),
  TRUST_FETCH_SECONDS: setting(whole(1, 300), '30', 'Time limit of one fetch.'),
  TRUST_ALLOW_LOOPBACK_HTTP: setting(flag, 'false', 'Whether lists may be fetched by http from this machine.'),
  LIMIT_UPLOAD_MB: setting(whole(1, 10_240), '100', 'Largest image, audio file or document over the API.'),
  LIMIT_UPLOAD_VIDEO_MB: setting(whole(1, 10_240), '1024', 'Largest video over the API.'),
  LIMIT_ANONYMOUS_FILE_MB: setting(whole(1, 10_240), '50', 'Largest file without a key.'),
  LIMIT_ANONYMOUS_TOTAL_MB: setting(whole(1, 10_240), '200', 'All files of one request without a key.'),
  LIMIT_ANONYMOUS_PER_HOUR: setting(whole(1, 1_000_000), '30', 'Requests without a key, an hour and address.'),
  LIMIT_KEY_PER_SECOND: setting(whole(1, 100_000), '20', 'Requests a second with one API key.'),
  LIMIT_KEY_BURST: setting(whole(1, 100_000), '40', 'Requests at once with one API key.'),
  LIMIT_ANALYSIS_SECONDS: setting(whole(1, 600), '30', 'Time for one file while the caller waits.'),
  LIMIT_ANALYSIS_ASYNC_SECONDS: setting(whole(1, 86_400), '600', 'Time for one file of a queued job.'),
  RETENTION_DAYS: setting(whole(1, 3650), '30', 'How long an organization can read a result.'),
  RETENTION_ANONYMOUS_HOURS: setting(whole(1, 8760), '24', 'How long an anonymous result can be read.'),
} as const satisfies Record<string, Setting<unknown>>;

type Environment = Readonly<Record<string, string | undefined>>;

/** Settings that do not fit; the message names each one. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export interface Config {
  environment: 'development' | 'production';
  host: string;
  port: number;
  /** Without a trailing slash; undefined: derive it from the address that is listened on. */
  baseUrl: string | undefined;
  dataDir: string;
  databaseUrl: string | undefined;
  databasePool: number;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  adminToken: string | undefined;
  trustedProxies: string[];
  analysisThreads: number;
  analysisMemoryBytes: number;
  trust: {
    sources: Record<'c2pa' | 'c2pa_tsa' | 'legacy', { anchorsUrl: string; allowedUrl: string }>;
    refreshEveryMs: number;
    freshForMs: number;
    fetchTimeoutMs: number;
    allowLoopbackHttp: boolean;
  };
  limits: ServerLimits;
  retentionMs: number;
  anonymousRetentionMs: number;
}

/**
 * Reads the settings from environment variables. An empty one counts as not set, except where empty means something.
 * @throws {ConfigError} naming every setting that does not fit
 */
export function readConfig(environment: Environment): Config {
  checkSettings(environment);
  const read: Reader = (row) => row.schema.parse(textOf(NAMES.get(row) ?? '', row, environment));
  const problems = read(SETTINGS.REVERA_ENV) === 'production' ? productionProblems(read) : [];
  if (read(SETTINGS.ADMIN_TOKEN) !== '' && read(SETTINGS.ADMIN_TOKEN).length < ADMIN_TOKEN_CHARACTERS_MIN) {
    problems.push(`ADMIN_TOKEN must have at least ${ADMIN_TOKEN_CHARACTERS_MIN} characters`);
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return {
    environment: read(SETTINGS.REVERA_ENV),
    host: read(SETTINGS.HOST),
    port: read(SETTINGS.PORT),
    baseUrl: read(SETTINGS.BASE_URL) === '' ? undefined : read(SETTINGS.BASE_URL).replace(/\/+$/, ''),
    dataDir: resolve(read(SETTINGS.DATA_DIR)),
    databaseUrl: read(SETTINGS.DATABASE_URL) === '' ? undefined : read(SETTINGS.DATABASE_URL),
    databasePool: read(SETTINGS.DATABASE_POOL),
    logLevel: read(SETTINGS.LOG_LEVEL),
    adminToken: read(SETTINGS.ADMIN_TOKEN) === '' ? undefined : read(SETTINGS.ADMIN_TOKEN),
    trustedProxies: read(SETTINGS.HTTP_TRUSTED_PROXIES)
      .split(',')
      .flatMap((part) => part.trim() || []),
    analysisThreads: read(SETTINGS.ANALYSIS_THREADS),
    analysisMemoryBytes: read(SETTINGS.ANALYSIS_MEMORY_MB) * MIB,
    trust: trustConfig(read),
    limits: limitsOf(read),
    retentionMs: read(SETTINGS.RETENTION_DAYS) * 24 * HOUR_MS,
    anonymousRetentionMs: read(SETTINGS.RETENTION_ANONYMOUS_HOURS) * HOUR_MS,
  };
}

/** The value of a setting. */
type Reader = <T>(row: Setting<T>) => T;

const NAMES: ReadonlyMap<Setting<unknown>, string> = new Map(
  Object.entries(SETTINGS).map(([name, row]): [Setting<unknown>, string] => [row, name]),
);

/** Checks every setting before the first one is used, so that all mistakes are told at once. */
function checkSettings(environment: Environment): void {
  const problems = Object.entries(SETTINGS).flatMap(([name, row]) => {
    const parsed = row.schema.safeParse(textOf(name, row, environment));
    return parsed.success ? [] : parsed.error.issues.map((issue) => `${name}: ${issue.message}`);
  });
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
}

/** Container tools write an empty value for "not set". It keeps its own meaning where it has one. */
function textOf(name: string, { schema, fallback }: Setting<unknown>, environment: Environment): string {
  const given = environment[name] ?? fallback;
  return given === '' && !schema.safeParse('').success ? fallback : given;
}

/** What is convenient on a desk and dangerous in public. */
function productionProblems(read: Reader): string[] {
  const problems: string[] = [];
  if (!read(SETTINGS.BASE_URL).startsWith('https://')) problems.push('BASE_URL must be set, with https, in production');
  if (read(SETTINGS.TRUST_ALLOW_LOOPBACK_HTTP)) problems.push('TRUST_ALLOW_LOOPBACK_HTTP is not allowed in production');
  return problems;
}

function trustConfig(read: Reader): Config['trust'] {
  return {
    sources: {
      c2pa: { anchorsUrl: read(SETTINGS.TRUST_C2PA_URL), allowedUrl: '' },
      c2pa_tsa: { anchorsUrl: read(SETTINGS.TRUST_C2PA_TSA_URL), allowedUrl: '' },
      legacy: {
        anchorsUrl: read(SETTINGS.TRUST_LEGACY_URL),
        allowedUrl: read(SETTINGS.TRUST_LEGACY_URL) === '' ? '' : read(SETTINGS.TRUST_LEGACY_ALLOWED_URL),
      },
    },
    refreshEveryMs: read(SETTINGS.TRUST_REFRESH_HOURS) * HOUR_MS,
    freshForMs: read(SETTINGS.TRUST_FRESH_HOURS) * HOUR_MS,
    fetchTimeoutMs: read(SETTINGS.TRUST_FETCH_SECONDS) * 1000,
    allowLoopbackHttp: read(SETTINGS.TRUST_ALLOW_LOOPBACK_HTTP),
  };
}

function limitsOf(read: Reader): ServerLimits {
  return {
    ...DEFAULT_LIMITS,
    uploadFileBytes: read(SETTINGS.LIMIT_UPLOAD_MB) * MIB,
    uploadVideoBytes: read(SETTINGS.LIMIT_UPLOAD_VIDEO_MB) * MIB,
    anonymousFileBytes: read(SETTINGS.LIMIT_ANONYMOUS_FILE_MB) * MIB,
    anonymousTotalBytes: read(SETTINGS.LIMIT_ANONYMOUS_TOTAL_MB) * MIB,
    anonymousAnalysesPerHour: read(SETTINGS.LIMIT_ANONYMOUS_PER_HOUR),
    apiKeyPerSecond: read(SETTINGS.LIMIT_KEY_PER_SECOND),
    apiKeyBurst: read(SETTINGS.LIMIT_KEY_BURST),
    analysisSynchronousMs: read(SETTINGS.LIMIT_ANALYSIS_SECONDS) * 1000,
    analysisAsynchronousMs: read(SETTINGS.LIMIT_ANALYSIS_ASYNC_SECONDS) * 1000,
  };
}
