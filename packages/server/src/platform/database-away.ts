import pg from 'pg';
import { UnavailableError } from '../shared/unavailable-error.ts';
import { PLATFORM_LIMITS } from './limits.ts';
import { errorCode } from './system-error.ts';

/**
 * PostgreSQL's codes for when it can do nobody's work (its manual, appendix A). A class includes all its codes. An error in the
 * statement itself is not among them, and is left as it is.
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

/** The system's codes for a connection that cannot be made or is lost; ENOENT: the socket of a server that has ended. */
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

/** The driver's own messages, in errors that have no code. */
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

/** Whether an error of the driver means that the database is unavailable, and not that our statement was wrong. */
export function isDatabaseAway(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  if (error instanceof pg.DatabaseError) {
    const { code = '' } = error;
    return SERVER_AWAY.some((row) => code.startsWith(row.code));
  }
  const code = errorCode(error);
  return code === undefined ? DRIVER_AWAY.has(error.message) : SYSTEM_AWAY.has(code);
}

/** What the rest of the program sees when the database is unavailable. */
export function databaseAway(cause: Error): UnavailableError {
  const retryAfterSeconds = PLATFORM_LIMITS.databaseRetrySeconds;
  return new UnavailableError('the database is away', { retryAfterSeconds, cause });
}
