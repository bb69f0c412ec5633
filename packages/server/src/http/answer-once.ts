import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Db, DbTransaction } from '../platform/database.ts';
import { retriedTransaction } from '../platform/retried-transaction.ts';
import { withStoredAnswer, type Answer } from '../platform/stored-answer.ts';
import { AppError } from '../shared/app-error.ts';

/** The header of routes that keep their answer; spread into the route's own headers. */
export const idempotencyHeader = {
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,128}$/)
    .optional()
    .describe(
      'Names the request for 24 hours: repeated with this key it answers the first outcome, and nothing happens twice',
    ),
};

/** Of the answers of such a route. */
export const REPLAYED_HEADER = {
  'Idempotent-Replayed': { description: '`true`: the outcome of an earlier request with this key' },
};

/** A request as its key is bound to it. */
export interface OnceRequest {
  organizationId: string;
  /** The route, for example `billing.recharge`: each has keys of its own. */
  operation: string;
  /** Undefined: the caller sent none, and nothing is kept. */
  key: string | undefined;
  /** The validated input: path, query and body. */
  input: unknown;
  keptMs: number;
}

export interface OnceAnswer {
  answer: Answer;
  replayed: boolean;
}

/**
 * Does the work in one transaction and keeps its answer under the key.
 *
 * @param work throws an AppError to refuse; what it wrote is then undone
 * @throws {AppError} CONFLICT: the key was used for another request, or the first request with it has not ended
 */
export async function answerOnce(
  db: Db,
  { organizationId, operation, key, input, keptMs }: OnceRequest,
  work: (trx: DbTransaction) => Promise<Answer>,
): Promise<OnceAnswer> {
  if (key === undefined) return { answer: await retriedTransaction(db, work), replayed: false };
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([operation, input], sortedMembers))
    .digest('hex');
  const request = { organizationId, operation, key, fingerprint, keptMs };
  const outcome = await retriedTransaction(db, (trx) => withStoredAnswer(trx, request, () => work(trx)));
  switch (outcome.kind) {
    case 'answered':
      return outcome;
    case 'refused':
      throw outcome.error;
    case 'other_request':
      throw new AppError('CONFLICT', { details: { reason: 'idempotency_key_reused' } });
    case 'under_way':
      throw new AppError('CONFLICT', { details: { reason: 'request_under_way' }, headers: { 'retry-after': '1' } });
  }
}

/** The order in which a client writes its members says nothing. */
function sortedMembers(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** For the headers of the answer. */
export function replayedHeader({ replayed }: OnceAnswer): Record<string, string> {
  return replayed ? { 'idempotent-replayed': 'true' } : {};
}
