import { networkOf } from './outbound/network-of.ts';
import { PLATFORM_LIMITS } from './limits.ts';
import { systemClock, type Clock } from './clock.ts';

/** Enough to see where a flood comes from; it names nobody. */
const LOGGED_NETWORK = { ipv4Parts: 3, ipv6Groups: 3 };

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Structured fields of one line. An exception goes under `err`. */
export type LogFields = object;

interface LogMethod {
  (fields: LogFields, message?: string): void;
  (message: string): void;
}

export interface LogChildOptions {
  /** Per field name, how to turn a large object (a request, a response) into the few members worth a line. */
  serializers?: Record<string, (value: unknown) => unknown>;
}

/** The part of a logger that the program uses. Fits Fastify's `loggerInstance`, and a pino logger fits it. */
export interface Log {
  level: string;
  trace: LogMethod;
  debug: LogMethod;
  info: LogMethod;
  warn: LogMethod;
  error: LogMethod;
  fatal: LogMethod;
  silent: LogMethod;
  /** A logger that adds these fields to each line. */
  child(fields: LogFields, options?: LogChildOptions): Log;
}

export interface LogOptions {
  level: LogLevel;
  /** Receives each line with its newline. */
  write: (line: string) => void;
  clock?: Clock;
}

/**
 * One line of JSON for each event: `{"level","time",…fields,"msg"}`. Members whose names suggest a secret are masked,
 * and of an `address` only its network is logged.
 */
export function createLog(options: LogOptions): Log {
  return buildLog(options, {}, {});
}

/** Discards everything; for tests and for code without a logger. */
export const silentLog: Log = createLog({ level: 'silent', write: () => undefined });

type Serializers = Record<string, (value: unknown) => unknown>;

function buildLog(options: LogOptions, bound: Record<string, unknown>, serializers: Serializers): Log {
  const clock = options.clock ?? systemClock;
  const threshold = LOG_LEVELS.indexOf(options.level);
  const method = (level: LogLevel): LogMethod => {
    if (level === 'silent' || LOG_LEVELS.indexOf(level) < threshold) return () => undefined;
    return (first: LogFields | string, message?: string) => {
      const fields = typeof first === 'string' ? {} : fieldsOf(first, serializers);
      const msg = typeof first === 'string' ? first : message;
      const line = {
        level,
        time: clock.now().toISOString(),
        ...bound,
        ...fields,
        ...(msg === undefined ? {} : { msg }),
      };
      options.write(`${JSON.stringify(line)}\n`);
    };
  };
  return {
    level: options.level,
    trace: method('trace'),
    debug: method('debug'),
    info: method('info'),
    warn: method('warn'),
    error: method('error'),
    fatal: method('fatal'),
    silent: method('silent'),
    child: (fields, childOptions) => {
      const all = { ...serializers, ...childOptions?.serializers };
      return buildLog(options, { ...bound, ...fieldsOf(fields, all) }, all);
    },
  };
}

function fieldsOf(fields: LogFields, serializers: Serializers): Record<string, unknown> {
  if (fields instanceof Error) return { err: describeError(fields, 0) };
  const entries: [string, unknown][] = Object.entries(fields);
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const serialize = Object.hasOwn(serializers, name) ? serializers[name] : undefined;
      return [name, printable(name, serialize && !(value instanceof Error) ? serialize(value) : value, 0)];
    }),
  );
}

const SECRET_NAME = /password|secret|token|authorization|cookie|api[_-]?key$|private[_-]?key|connection[_-]?string/i;

function printable(name: string, value: unknown, depth: number): unknown {
  if (SECRET_NAME.test(name) && value !== null && value !== undefined) return '[masked]';
  if (typeof value === 'string') {
    const text = name === 'address' ? networkOf(value, LOGGED_NETWORK) : value;
    return text.slice(0, PLATFORM_LIMITS.logTextLength);
  }
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? undefined : value;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Uint8Array) return `[${value.length} bytes]`;
  if (depth >= PLATFORM_LIMITS.logDepth) return '[deep]';
  if (value instanceof Error) return describeError(value, depth);
  if (Array.isArray(value)) {
    return value.slice(0, PLATFORM_LIMITS.logListLength).map((item: unknown) => printable('', item, depth + 1));
  }
  const members = Object.entries(value).slice(0, PLATFORM_LIMITS.logListLength);
  return Object.fromEntries(members.map(([key, member]) => [key, printable(key, member, depth + 1)]));
}

/** Only named members: a database error also carries `detail` and `where`, which quote the row. */
function describeError(error: Error, depth: number): Record<string, unknown> {
  const code: unknown = 'code' in error ? error.code : undefined;
  return {
    type: error.name,
    message: error.message.slice(0, PLATFORM_LIMITS.logTextLength),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    stack: error.stack?.slice(0, PLATFORM_LIMITS.logTextLength),
    ...(error.cause === undefined ? {} : { cause: printable('cause', error.cause, depth + 1) }),
  };
}
