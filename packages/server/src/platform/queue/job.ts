import { sql, type Selectable } from 'kysely';
import type { Db } from '../database.ts';
import type { JobKind, JobTable } from '../schema/jobs.ts';
import type { Json } from '../schema/column.ts';

/** The channel that wakes workers; the payload is the queue's name. */
export const JOB_CHANNEL = 'job';
export const DEFAULT_QUEUE = 'media';

/** A job as its row says. */
export type Job = Selectable<JobTable>;

export interface NewJob {
  /** Default: a new identifier. Give one to name the job before it is stored. */
  id?: string;
  /** Default `media`. */
  queue?: string;
  kind: JobKind;
  /** Null: anonymous. */
  organizationId: string | null;
  apiKeyId?: string | null;
  filename?: string | null;
  /** What the handler needs; never a secret. */
  input: Json;
  /** Default 3. After so many begun attempts a lost job fails instead of running again. */
  maxAttempts?: number;
  /** The job runs at the earliest after this time from now. */
  delayMs?: number;
  /** At most one job ever has this value. */
  dedupe?: string | null;
  /** The folder of uploads that a worker must have to take the job. Default null: any worker takes it. */
  uploadFolder?: string | null;
  /** How long after its creation the finished job keeps its result; null: for ever. */
  retentionMs: number | null;
}

/** A job and who holds it. What is done under a lease changes the row only while this owner still holds it. */
export interface Lease {
  id: string;
  leaseOwner: string;
}

/** Why a job failed. */
export interface JobError {
  /** A code of the public table of errors. */
  code: string;
  /** Shown to the caller: no secret, no path, no stack. */
  message: string;
}

/** How a job ends. Only those who end jobs know what an output is; the queue hands it on. */
export type Outcome<Output> = { kind: 'completed'; output: Output } | { kind: 'failed'; error: JobError };

/** Wakes the workers of a queue when the transaction commits. */
export async function notifyQueue(trx: Db, queue: string): Promise<void> {
  await sql`select pg_notify(${JOB_CHANNEL}, ${queue})`.execute(trx);
}
