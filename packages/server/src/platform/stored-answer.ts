import { sql } from 'kysely';
import { AppError, restoreRefusal, type StoredRefusal } from '../shared/app-error.ts';
import type { DbTransaction } from './database.ts';
import type { IdempotentRequest } from './idempotency.ts';
import { storedJson } from './stored-json.ts';

/** A request of a route that keeps its answer under the Idempotency-Key. */
export interface AnsweredRequest extends IdempotentRequest {
  /** From the first use, by the clock of the database; afterwards the key is new. */
  keptMs: number;
}

/** A successful answer: its status and its body, which JSON can carry. */
export interface Answer {
  status: number;
  body: unknown;
}

export type AnswerOutcome =
  | { kind: 'answered'; answer: Answer; replayed: boolean }
  /** The work refused, and so does every repetition. Throw the error after the commit: thrown before, it would undo the claim. */
  | { kind: 'refused'; error: AppError; replayed: boolean }
  /** The key was used for another request. */
  | { kind: 'other_request' }
  /** The first request has been under way for two seconds. */
  | { kind: 'under_way' };

/** Refusals that a repetition would get as well. Of any other error nothing is kept, so that the request can be made again. */
const KEPT_REFUSALS: ReadonlySet<number> = new Set([402, 409]);

interface ClaimRow {
  outcome: 'new' | 'repeated' | 'other_request' | 'under_way';
  answer_status: number | null;
  answer: string | null;
}

/**
 * Claims the key, does the work and stores its answer, all in the caller's transaction: either everything is there afterwards or
 * nothing. Of many requests with one key the first one works; the others wait for its end and get its answer.
 *
 * @param work throws an AppError to refuse; what it wrote is then undone, and a 402 or 409 is kept as the answer
 */
export async function withStoredAnswer(
  trx: DbTransaction,
  request: AnsweredRequest,
  work: () => Promise<Answer>,
): Promise<AnswerOutcome> {
  const { outcome, answer_status: status, answer } = await claim(trx, request);
  if (outcome === 'other_request' || outcome === 'under_way') return { kind: outcome };
  if (outcome === 'new') return answerFirst(trx, request, work);
  if (status === null || answer === null) throw new Error(`the key of ${request.operation} has no answer`);
  return read(status, answer, true);
}

async function claim(trx: DbTransaction, request: AnsweredRequest): Promise<ClaimRow> {
  const { organizationId, operation, key, fingerprint, keptMs } = request;
  const { rows } = await sql<ClaimRow>`
    select outcome, answer_status, answer
    from claim_stored_answer(${organizationId}, ${operation}, ${key}, ${fingerprint}, ${keptMs}::float8)`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new Error('claim_stored_answer answered nothing');
  return row;
}

async function answerFirst(
  trx: DbTransaction,
  request: AnsweredRequest,
  work: () => Promise<Answer>,
): Promise<AnswerOutcome> {
  await sql`savepoint answered_work`.execute(trx);
  const { status, text } = await attempt(work);
  await (status < 400 ? sql`release savepoint answered_work` : sql`rollback to savepoint answered_work`).execute(trx);
  await trx
    .updateTable('idempotency_key')
    .set({ answer_status: status, answer: text })
    .where('organization_id', '=', request.organizationId)
    .where('operation', '=', request.operation)
    .where('key', '=', request.key)
    .execute();
  return read(status, text, false);
}

async function attempt(work: () => Promise<Answer>): Promise<{ status: number; text: string }> {
  try {
    const { status, body } = await work();
    if (status < 200 || status > 299) throw new Error(`${status} is not the status of a success; throw an AppError`);
    return { status, text: storedJson(body) };
  } catch (error) {
    if (!(error instanceof AppError) || !KEPT_REFUSALS.has(error.status)) throw error;
    const refusal: StoredRefusal = { code: error.code, details: error.details };
    return { status: error.status, text: storedJson(refusal) };
  }
}

/** The first answer is read back as well, so that no repetition can differ from it. */
function read(status: number, text: string, replayed: boolean): AnswerOutcome {
  const body: unknown = JSON.parse(text);
  return status < 400
    ? { kind: 'answered', answer: { status, body }, replayed }
    : { kind: 'refused', error: restoreRefusal(body), replayed };
}
