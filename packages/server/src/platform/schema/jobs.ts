import { bytes, createdAt, json, nullable, number, text, time, withDefault, type Table } from './column.ts';

export const JOB_KINDS = ['verification', 'signing', 'analysis', 'lab', 'trust_refresh', 'mail'] as const;
export type JobKind = (typeof JOB_KINDS)[number];
export type JobStatus = 'queued' | 'processing' | 'completed' | 'failed' | 'expired';

export const job = {
  id: text(),
  queue: withDefault(text()),
  kind: text<JobKind>(),
  status: withDefault(text<JobStatus>()),
  organization_id: nullable(text()),
  api_key_id: nullable(text()),
  filename: nullable(text()),
  input: json(),
  progress: withDefault(number('real')),
  result: nullable(json()),
  evidence: nullable(json()),
  crjson: nullable(text()),
  signing: nullable(json()),
  error_code: nullable(text()),
  error_message: nullable(text()),
  attempts: withDefault(number('integer')),
  max_attempts: withDefault(number('integer')),
  run_at: withDefault(time()),
  lease_owner: nullable(text()),
  lease_until: nullable(time()),
  dedupe: nullable(text()),
  created_at: createdAt(),
  started_at: nullable(time()),
  finished_at: nullable(time()),
  expires_at: nullable(time()),
  upload_folder: nullable(text()),
  pictures_until: nullable(time()),
};
export type JobTable = Table<typeof job>;

/** A copy of a picture that a manifest carries: part of the result of its job. */
export const job_thumbnail = {
  job_id: text(),
  position: number('integer'),
  manifest_label: text(),
  ingredient_label: nullable(text()),
  width: number('integer'),
  height: number('integer'),
  /** A JPEG. */
  bytes: bytes(),
};
export type JobThumbnailTable = Table<typeof job_thumbnail>;

/** The picture beside a result: part of it. */
export const job_preview = {
  job_id: text(),
  shows: text<'file' | 'cover' | 'credential'>(),
  width: number('integer'),
  height: number('integer'),
  /** A WebP, and the same for lists. */
  bytes: bytes(),
  small: bytes(),
};
export type JobPreviewTable = Table<typeof job_preview>;

export const upload_folder = {
  id: text(),
  worker_seen_at: withDefault(time()),
};

export const idempotency_key = {
  organization_id: text(),
  operation: text(),
  key: text(),
  fingerprint: text(),
  job_id: nullable(text()),
  answer_status: nullable(number('integer')),
  /** JSON. */
  answer: nullable(text()),
  created_at: createdAt(),
};
