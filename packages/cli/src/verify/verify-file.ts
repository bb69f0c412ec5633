import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import {
  AnalysisError,
  judge,
  presentResult,
  type AnalysisErrorCode,
  type AnalysisPool,
  type Inspection,
  type Language,
  type Report,
  type TrustSnapshot,
  type Verdict,
  type VerificationResult,
} from '@revera/provenance';
import { isFileSystemError } from '../trust-files.ts';
import type { FoundFile } from './find-files.ts';

export interface VerifySettings {
  pool: AnalysisPool;
  trust: TrustSnapshot;
  at: Date;
  deadlineMs: number;
  language: Language;
}

export interface VerifiedFile {
  kind: 'verified';
  path: string;
  result: VerificationResult;
  verdict: Verdict;
  report: Report;
  crjson: string | null;
}

export interface FailedFile {
  kind: 'failed';
  path: string;
  code: AnalysisErrorCode;
  message: string;
}

/** The outcome for one file. `skipped`: found in a folder and of unknown type, or plain text without a label. */
export type FileOutcome = VerifiedFile | FailedFile | { kind: 'skipped'; path: string };

const FAILURES: Readonly<Record<AnalysisErrorCode, string>> = {
  unknown_media_type: 'not a media file of a known type',
  nothing_readable: 'damaged: nothing in it could be read',
  file_unreadable: 'cannot be read',
  deadline_exceeded: 'not finished within --timeout',
  memory_exceeded: 'needs more memory than the limit',
  thread_died: 'the reader broke on this file',
  not_started: 'waited too long for a thread',
  pool_overloaded: 'too many files wait',
  pool_closed: 'the work was ended',
};

/** Verifies one file with the pool. It never throws because of what is in the file. */
export async function verifyFile(file: FoundFile, settings: VerifySettings): Promise<FileOutcome> {
  const { path } = file;
  if (file.kind === 'unreadable') return failed(path, 'file_unreadable', file.reason);
  try {
    const inspection = await analyze(path, settings);
    if (file.origin === 'folder' && isMereText(inspection)) return { kind: 'skipped', path };
    return verified(path, inspection, await sha256Of(path), settings.language);
  } catch (error) {
    if (error instanceof AnalysisError) {
      if (error.code === 'unknown_media_type' && file.origin === 'folder') return { kind: 'skipped', path };
      return failed(path, error.code);
    }
    // Deleted, or its permissions changed, since the analysis.
    if (isFileSystemError(error)) return failed(path, 'file_unreadable', error.code);
    throw error;
  }
}

/** Every folder has notes, lists and source code beside media, and nobody expects a verdict on them. */
function isMereText({ report: { file, china_aigc } }: Inspection): boolean {
  return file.media_type.startsWith('text/') && china_aigc.state === 'examined' && china_aigc.facts.labels.length === 0;
}

/** @throws {AnalysisError} */
export async function analyze(path: string, settings: Omit<VerifySettings, 'language'>): Promise<Inspection> {
  const { pool, at, trust, deadlineMs } = settings;
  return pool.analyze({ path, at, trust, deadlineMs });
}

export function failureMessage(code: AnalysisErrorCode, detail?: string): string {
  return detail === undefined ? FAILURES[code] : `${FAILURES[code]}: ${detail}`;
}

function verified(path: string, inspection: Inspection, sha256: string, language: Language): VerifiedFile {
  const { report, crjson } = inspection;
  const verdict = judge(report);
  // No job names the result; the content does.
  const context = { id: `sha256:${sha256}`, filename: basename(path), sha256, language };
  return { kind: 'verified', path, result: presentResult(report, verdict, context), verdict, report, crjson };
}

function failed(path: string, code: AnalysisErrorCode, detail?: string): FailedFile {
  return { kind: 'failed', path, code, message: failureMessage(code, detail) };
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) {
    if (chunk instanceof Uint8Array) hash.update(chunk);
  }
  return hash.digest('hex');
}
