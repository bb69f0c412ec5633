import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { fieldPart, filePart, form } from '../http/test-app.ts';
import { sweepBlobs } from '../platform/blob-registry.ts';
import type { Job } from '../platform/queue/job.ts';
import type { TestSession } from './test-accounts.ts';
import type { Answer, CallRoute, TestServer } from './test-services.ts';
import { signingResultSchema } from '../features/jobs/index.ts';

/** One request to sign; a small PNG unless another file is given. */
export interface TestSigning {
  key?: string;
  session?: TestSession;
  path?: string;
  file?: Uint8Array;
  filename?: string;
  fields?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
}

const SIGN = '/v1/content/sign';
/** One pixel. */
export const PNG_OF_ONE_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

function signForm(file: Uint8Array, fields: Readonly<Record<string, string>> = {}, filename = 'art.png'): Buffer {
  const texts = Object.entries(fields).map(([name, value]) => fieldPart(name, value));
  return form([...texts, filePart(Buffer.from(file), 'file', filename)]);
}

export async function askToSign(call: CallRoute, request: TestSigning): Promise<Answer> {
  const { key, session, path = SIGN, file = PNG_OF_ONE_PIXEL, filename, fields, headers } = request;
  return call('POST', path, {
    ...(key === undefined ? {} : { key }),
    ...(session === undefined ? {} : { session }),
    form: signForm(file, fields, filename),
    ...(headers === undefined ? {} : { headers }),
  });
}

export type SigningResult = ReturnType<typeof signingResultSchema.parse>;

/** Signs, and fails the test when that fails. */
export async function signOne(call: CallRoute, request: TestSigning): Promise<SigningResult> {
  const { status, body } = await askToSign(call, request);
  if (status !== 200) throw new Error(`not signed: ${status} ${JSON.stringify(body)}`);
  return signingResultSchema.parse(body);
}

/** Downloads the signed file. */
export async function download(call: CallRoute, key: string, cid: string): Promise<Buffer> {
  const { status, body } = await call('GET', '/v1/content/credentials/{cid}/asset', { key, params: { cid } });
  if (status !== 200 || !Buffer.isBuffer(body)) throw new Error(`not downloaded: ${status}`);
  return body;
}

/** Verifies a file over the API. */
export async function verify(call: CallRoute, key: string, file: Uint8Array): Promise<unknown> {
  const upload = form([filePart(Buffer.from(file))]);
  const { status, body } = await call('POST', '/v1/content/verify', { key, form: upload });
  if (status !== 200) throw new Error(`not verified: ${status}`);
  return body;
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Everything that signing can leave behind. */
export interface Traces {
  credentials: number;
  /** Jobs with any part of a result. */
  results: number;
  /** Audit rows of credentials. */
  audits: number;
  /** Registered objects; `due` are those that the next sweep deletes. */
  blobs: { kept: number; due: number };
  objects: number;
  uploads: number;
}

export async function tracesOf({ services }: TestServer): Promise<Traces> {
  const { database, config, uploads } = services;
  const count = async (from: string): Promise<number> =>
    (await database.pool.query<{ n: number }>(`select count(*)::int as n from ${from}`)).rows[0]?.n ?? 0;
  if (config.storage.kind !== 'local') throw new TypeError('only the local store can be listed');
  const entries = await readdir(config.storage.directory, { recursive: true, withFileTypes: true });
  return {
    credentials: await count('credential'),
    results: await count('job where coalesce(result, evidence, signing) is not null or crjson is not null'),
    audits: await count(`audit_log where action like 'credential.%'`),
    blobs: {
      kept: await count('blob where delete_after >= now()'),
      due: await count('blob where delete_after < now()'),
    },
    objects: entries.filter((entry) => entry.isFile()).length,
    uploads: (await readdir(uploads.directory)).length,
  };
}

/** Counts after the sweep: the same before and after means that nothing was left. */
export async function sweptTracesOf(server: TestServer): Promise<Traces> {
  const { database, blobs, log } = server.services;
  await sweepBlobs(database, blobs, log);
  return tracesOf(server);
}

/** The newest job's row. */
export async function lastJob({ services }: TestServer): Promise<Job | undefined> {
  const last = 'select * from job order by created_at desc limit 1';
  return (await services.database.pool.query<Job>(last)).rows[0];
}

/** The two addresses of the operation, which has one handler: what the address cannot change is tested at the first. */
export const SIGN_PATHS = ['/v1/content/sign', '/api/sign'];
