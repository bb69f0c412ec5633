import { sql, type Selectable } from 'kysely';
import type { Db } from '../database.ts';
import type { JobKind, JobTable } from '../schema/jobs.ts';
import type { Json } from '../schema/column.ts';

/** The channel that wakes workers; the payload is the queue's name. */
export const JOB_CHANNEL = 'job';
export const DEFAULT_QUEUE = 'media';

/** A job as its row stores it. */
export type Job = Selectable<JobTable>;

export interface NewJob {
  /** A new identifier by default. Give one to name the job before it is stored. */
  id?: string;
  /** Default `media`. */
  queue?: string;
  kind: JobKind;
  /** Null when anonymous. */
  organizationId: string | null;
  apiKeyId?: string | null;
  filename?: string | null;
  /** What the handler needs; never a secret. */
  input: Json;
  /** Default 3. After this many begun attempts a lost job fails instead of running again. */
  maxAttempts?: number;
  /** The earliest start of the job, counted from now. */
  delayMs?: number;
  /** At most one job ever has this value. */
  dedupe?: string | null;
  /** The folder of uploads that a worker must have to take the job; null, the default, for any worker. */
  uploadFolder?: string | null;
  /** How long after its creation the finished job keeps its result; null for ever. */
  retentionMs: number | null;
}

/** A job and its holder. Changes under a lease apply only while this owner still holds it. */
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

/** How a job ends. Only those who end jobs know what an output is; the queue passes it on. */
export type Outcome<Output> = { kind: 'completed'; output: Output } | { kind: 'failed'; error: JobError };

/** Wakes the workers of a queue when the transaction commits. */
export async function notifyQueue(trx: Db, queue: string): Promise<void> {
  await sql`select pg_notify(${JOB_CHANNEL}, ${queue})`.execute(trx);
}
