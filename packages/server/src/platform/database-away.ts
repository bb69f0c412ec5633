import pg from 'pg';
import { UnavailableError } from '../shared/unavailable-error.ts';
import { PLATFORM_LIMITS } from './limits.ts';
import { errorCode } from './system-error.ts';

/**
 * What PostgreSQL says when it cannot do anybody's work now (its manual, appendix A). Of a class every code counts. An
 * error of the statement itself is none of these, and stays what it is.
 */
const SERVER_AWAY: readonly { code: string; why: string }[] = [
  { code: '08', why: 'the connection failed' },
  { code: '25006', why: 'a standby: the server that takes writes is another one now' },
  { code: '25P03', why: 'the session ended: it was idle in a transaction, cut off from us' },
  { code: '25P04', why: 'the session ended: the transaction took too long' },
  { code: '53', why: 'out of connections, memory or disk' },
  { code: '57014', why: 'the statement was given up for its time; nobody else cancels ours' },
  { code: '57P', why: 'the server shuts down, crashed, starts or ended the session' },
];

/** What the system says of a connection that cannot be made or is lost; ENOENT: the socket of a server that is gone. */
const SYSTEM_AWAY: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENETRESET',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** What the driver says by itself, in errors that have no code. */
const DRIVER_AWAY: ReadonlySet<string> = new Set([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
]);

/** Whether an error that the driver threw says that the database is away, and not that we asked for something wrong. */
export function isDatabaseAway(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  if (error instanceof pg.DatabaseError) {
    const { code = '' } = error;
    return SERVER_AWAY.some((row) => code.startsWith(row.code));
  }
  const code = errorCode(error);
  return code === undefined ? DRIVER_AWAY.has(error.message) : SYSTEM_AWAY.has(code);
}

/** What the rest of the program is told when the database is away. */
export function databaseAway(cause: Error): UnavailableError {
  const retryAfterSeconds = PLATFORM_LIMITS.databaseRetrySeconds;
  return new UnavailableError('the database is away', { retryAfterSeconds, cause });
}
