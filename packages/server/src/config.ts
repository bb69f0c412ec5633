import { resolve } from 'node:path';
import { epayConfig, epayProblems, type EpayConfig } from './config/epay.ts';
import { mailConfig, mailProblems, type MailConfig } from './config/mail.ts';
import { ADMIN_TOKEN_CHARACTERS_MIN, listOf, SETTINGS, type Reader, type Setting } from './config/settings.ts';
import { signingConfig, signingProblems, type SigningConfig } from './config/signing.ts';
import { storageConfig, storageProblems, type StorageConfig } from './config/storage.ts';
import type { Operator } from './shared/operator.ts';
import { DEFAULT_LIMITS, type ServerLimits } from './shared/limits.ts';
import { isLoopbackHost } from './shared/loopback.ts';
import type { QuotaBasis } from './shared/operations.ts';

export { SETTINGS };

const MIB = 1024 * 1024;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

type Environment = Readonly<Record<string, string | undefined>>;

/** Settings that do not fit; the message names each one. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export interface Config {
  environment: 'development' | 'production';
  /** REVERA_ENV says so; else it is development because nothing was said. */
  isEnvironmentChosen: boolean;
  host: string;
  port: number;
  /** Without a trailing slash; undefined: derive it from the address that is listened on. */
  baseUrl: string | undefined;
  dataDir: string;
  databaseUrl: string | undefined;
  databasePool: number;
  /** How long one statement may take. */
  databaseStatementMs: number;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Null: no metrics. */
  metrics: { host: string; port: number; token: string | null } | null;
  /** Without a trailing slash; null: no traces. */
  traceCollectorUrl: string | null;
  adminToken: string | undefined;
  /** Of the administrator whom the first start makes. */
  adminEmail: string;
  /** Seals, and opens with those before it; undefined: a file has both. */
  secretKey: Uint8Array | undefined;
  previousSecretKeys: readonly Uint8Array[];
  trustedProxies: string[];
  analysisThreads: number;
  analysisMemoryBytes: number;
  measuresPixels: boolean;
  trust: {
    sources: Record<'c2pa' | 'c2pa_tsa' | 'legacy' | 'c2pa_products', { anchorsUrl: string; allowedUrl: string }>;
    refreshEveryMs: number;
    freshForMs: number;
    fetchTimeoutMs: number;
    allowLoopbackHttp: boolean;
  };
  /** Webhooks may lead to this machine itself, by http and https. */
  webhookAllowLoopbackHttp: boolean;
  signing: SigningConfig;
  storage: StorageConfig;
  mail: MailConfig;
  /** Null: there is no payment gateway, and nobody is charged. */
  epay: EpayConfig | null;
  limits: ServerLimits;
  /** What bounds the work of organizations: nothing, where no payment gateway is set up. */
  quotaBasis: QuotaBasis;
  /** How many months the rows of usage are kept after their own. */
  usageMonths: number;
  /** Whether results are kept with a picture of their file. */
  previews: boolean;
  retentionMs: number;
  assetRetentionMs: number;
  anonymousRetentionMs: number;
  /** By which search engines know who tells them of changed pages; null: nobody does. */
  indexNowKey: string | null;
  /** A `mailto:` or `https:` address; null: the page on security says how to report. */
  securityContact: string | null;
  operator: Operator;
}

/** Where the service is reached, without a trailing slash. `boundPort` where the system chose the port. */
export function publicAddress({ baseUrl, host, port }: Config, boundPort = port): string {
  return baseUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${boundPort}`;
}

/** Whether others than this machine may reach the service: by where it listens, or by the address it gives out. */
export function isPublic({ baseUrl, host }: Config): boolean {
  return !isLoopbackHost(host) || (baseUrl !== undefined && !isLoopbackHost(new URL(baseUrl).hostname));
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
  if (read(SETTINGS.SECRET_KEY_PREVIOUS) !== '' && read(SETTINGS.SECRET_KEY) === '') {
    problems.push('SECRET_KEY_PREVIOUS needs SECRET_KEY');
  }
  if (read(SETTINGS.METRICS_TOKEN) !== '' && read(SETTINGS.METRICS_PORT) === null) {
    problems.push('METRICS_TOKEN needs METRICS_PORT');
  }
  problems.push(...signingProblems(read), ...storageProblems(read), ...mailProblems(read), ...epayProblems(read));
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return {
    environment: read(SETTINGS.REVERA_ENV) || 'development',
    isEnvironmentChosen: read(SETTINGS.REVERA_ENV) !== '',
    host: read(SETTINGS.HOST),
    port: read(SETTINGS.PORT),
    baseUrl: read(SETTINGS.BASE_URL) === '' ? undefined : read(SETTINGS.BASE_URL).replace(/\/+$/, ''),
    dataDir: resolve(read(SETTINGS.DATA_DIR)),
    databaseUrl: read(SETTINGS.DATABASE_URL) === '' ? undefined : read(SETTINGS.DATABASE_URL),
    databasePool: read(SETTINGS.DATABASE_POOL),
    databaseStatementMs: read(SETTINGS.DATABASE_TIMEOUT_SECONDS) * 1000,
    logLevel: read(SETTINGS.LOG_LEVEL),
    metrics: metricsConfig(read),
    traceCollectorUrl: read(SETTINGS.OTEL_EXPORTER_OTLP_ENDPOINT).replace(/\/+$/, '') || null,
    adminToken: read(SETTINGS.ADMIN_TOKEN) === '' ? undefined : read(SETTINGS.ADMIN_TOKEN),
    adminEmail: read(SETTINGS.ADMIN_EMAIL),
    secretKey: read(SETTINGS.SECRET_KEY) === '' ? undefined : Buffer.from(read(SETTINGS.SECRET_KEY), 'hex'),
    previousSecretKeys: listOf(read(SETTINGS.SECRET_KEY_PREVIOUS)).map((key) => Buffer.from(key, 'hex')),
    trustedProxies: listOf(read(SETTINGS.HTTP_TRUSTED_PROXIES)),
    analysisThreads: read(SETTINGS.ANALYSIS_THREADS),
    analysisMemoryBytes: read(SETTINGS.ANALYSIS_MEMORY_MB) * MIB,
    measuresPixels: read(SETTINGS.ANALYSIS_PIXELS),
    trust: trustConfig(read),
    webhookAllowLoopbackHttp: read(SETTINGS.WEBHOOK_ALLOW_LOOPBACK_HTTP),
    signing: signingConfig(read),
    storage: storageConfig(read, resolve(read(SETTINGS.DATA_DIR))),
    mail: mailConfig(read),
    epay: epayConfig(read),
    limits: limitsOf(read),
    quotaBasis: read(SETTINGS.EPAY_GATEWAY_URL) === '' ? 'nothing' : 'plans',
    usageMonths: read(SETTINGS.RETENTION_USAGE_MONTHS),
    assetRetentionMs: read(SETTINGS.RETENTION_ASSET_DAYS) * 24 * HOUR_MS,
    previews: read(SETTINGS.PREVIEWS),
    retentionMs: read(SETTINGS.RETENTION_DAYS) * 24 * HOUR_MS,
    anonymousRetentionMs: read(SETTINGS.RETENTION_ANONYMOUS_HOURS) * HOUR_MS,
    indexNowKey: read(SETTINGS.INDEXNOW_KEY) || null,
    securityContact: read(SETTINGS.SECURITY_CONTACT) || null,
    operator: operatorOf(read),
  };
}

function operatorOf(read: Reader): Operator {
  return {
    name: read(SETTINGS.OPERATOR_NAME) || null,
    contact: read(SETTINGS.OPERATOR_CONTACT) || null,
    icp: read(SETTINGS.OPERATOR_ICP) || null,
    psb: read(SETTINGS.OPERATOR_PSB) || null,
    sourceUrl: read(SETTINGS.SOURCE_URL) || null,
  };
}

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
  if (read(SETTINGS.WEBHOOK_ALLOW_LOOPBACK_HTTP)) {
    problems.push('WEBHOOK_ALLOW_LOOPBACK_HTTP is not allowed in production');
  }
  return problems;
}

function metricsConfig(read: Reader): Config['metrics'] {
  const port = read(SETTINGS.METRICS_PORT);
  return port === null
    ? null
    : { host: read(SETTINGS.METRICS_HOST), port, token: read(SETTINGS.METRICS_TOKEN) || null };
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
      c2pa_products: { anchorsUrl: read(SETTINGS.TRUST_C2PA_PRODUCTS_URL), allowedUrl: '' },
    },
    refreshEveryMs: read(SETTINGS.TRUST_REFRESH_HOURS) * HOUR_MS,
    freshForMs: read(SETTINGS.TRUST_FRESH_HOURS) * HOUR_MS,
    fetchTimeoutMs: read(SETTINGS.TRUST_FETCH_SECONDS) * 1000,
    allowLoopbackHttp: read(SETTINGS.TRUST_ALLOW_LOOPBACK_HTTP),
  };
}

function limitsOf(read: Reader): ServerLimits {
  const limits = givenLimits(read);
  const { analysisSynchronousMs, analysisAnonymousMs, signingMs } = limits;
  const longestMs = analysisSynchronousMs + Math.max(analysisSynchronousMs + signingMs, analysisAnonymousMs);
  return { ...limits, httpInactivityMs: Math.max(DEFAULT_LIMITS.httpInactivityMs, longestMs + MINUTE_MS) };
}

function givenLimits(read: Reader): ServerLimits {
  return {
    ...DEFAULT_LIMITS,
    uploadFileBytes: read(SETTINGS.LIMIT_UPLOAD_MB) * MIB,
    signFileBytes: read(SETTINGS.LIMIT_SIGN_MB) * MIB,
    signingMs: read(SETTINGS.LIMIT_SIGN_SECONDS) * 1000,
    uploadVideoBytes: read(SETTINGS.LIMIT_UPLOAD_VIDEO_MB) * MIB,
    anonymousFileBytes: read(SETTINGS.LIMIT_ANONYMOUS_FILE_MB) * MIB,
    anonymousTotalBytes: read(SETTINGS.LIMIT_ANONYMOUS_TOTAL_MB) * MIB,
    anonymousAnalysesPerHour: read(SETTINGS.LIMIT_ANONYMOUS_PER_HOUR),
    apiKeyPerSecond: read(SETTINGS.LIMIT_KEY_PER_SECOND),
    apiKeyBurst: read(SETTINGS.LIMIT_KEY_BURST),
    analysisSynchronousMs: read(SETTINGS.LIMIT_ANALYSIS_SECONDS) * 1000,
    analysisAnonymousMs: read(SETTINGS.LIMIT_ANONYMOUS_SECONDS) * 1000,
    analysisAsynchronousMs: read(SETTINGS.LIMIT_ANALYSIS_ASYNC_SECONDS) * 1000,
  };
}
