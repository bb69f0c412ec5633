import {
  AnalysisError,
  bufferSource,
  createAnalysisPool,
  findMediaType,
  judge,
  openFileSource,
  presentResult,
  sniff,
  type Report,
  type ResultContext,
  type TrustSnapshot,
  type VerificationResult,
  type Verdict,
} from '@revera/provenance';
import { AppError } from '../shared/app-error.ts';

/** Facts and judgement of one file, as they lie in the job's row. */
export interface Analysis {
  report: Report;
  verdict: Verdict;
  /** The conformance programme's form of the manifest store; null when there is none. */
  crjson: string | null;
}

export interface AnalysisRequest {
  path: string;
  declaredMediaType: string | undefined;
  at: Date;
  trust: TrustSnapshot;
  deadlineMs: number;
}

/** The server's door to the engine: the only place that calls it. */
export interface AnalysisService {
  /** @throws {AppError} INVALID_FILE_TYPE, MEDIA_PARSE_FAILED, JOB_TIMEOUT, RATE_LIMITED (too many wait), INTERNAL_ERROR */
  analyze(request: AnalysisRequest): Promise<Analysis>;
  warmUp(): Promise<void>;
  stats(): { threads: number; busy: number; waiting: number; replaced: number };
  close(): Promise<void>;
}

export async function openAnalysisService(options: { threads: number; memoryBytes: number }): Promise<AnalysisService> {
  const pool = await createAnalysisPool({ size: options.threads, engineMemoryBytes: options.memoryBytes });
  return {
    warmUp: () => pool.warmUp(),
    stats: () => pool.stats(),
    close: () => pool.close(),
    analyze: async (request) => {
      const { report, crjson } = await pool.analyze(request).catch((error: unknown) => {
        throw error instanceof AnalysisError ? appError(error) : error;
      });
      if (isUnreadable(report)) throw new AppError('MEDIA_PARSE_FAILED');
      return { report, verdict: judge(report), crjson };
    },
  };
}

/** No reader could make anything of the file: an error. When only one of several failed, that is a fact in the result. */
function isUnreadable({ c2pa, china_aigc, metadata, resolution_integrity }: Report): boolean {
  if (c2pa.state !== 'failed' || c2pa.reason !== 'media_unreadable') return false;
  return [china_aigc, metadata, resolution_integrity].every((section) => section.state !== 'examined');
}

const OVERLOAD_RETRY_SECONDS = '5';

function appError(cause: AnalysisError): AppError {
  switch (cause.code) {
    case 'unknown_media_type':
      return new AppError('INVALID_FILE_TYPE', { cause });
    case 'deadline_exceeded':
      return new AppError('JOB_TIMEOUT', { cause });
    case 'pool_overloaded':
      return new AppError('RATE_LIMITED', { cause, headers: { 'Retry-After': OVERLOAD_RETRY_SECONDS } });
    case 'memory_exceeded':
      return new AppError('MEDIA_PARSE_FAILED', { cause });
    case 'file_unreadable':
    case 'thread_died':
    case 'pool_closed':
      return new AppError('INTERNAL_ERROR', { cause });
  }
}

/** Words a stored analysis as the published result. */
export function presentAnalysis(
  analysis: Pick<Analysis, 'report' | 'verdict'>,
  context: ResultContext,
): VerificationResult {
  return presentResult(analysis.report, analysis.verdict, context);
}

/** Whether a file is of a media type that is known, by a few short reads. */
export function isKnownMedia(path: string): boolean {
  const source = openFileSource(path);
  try {
    return sniff(source) !== null;
  } finally {
    source.close();
  }
}

/** Whether the first bytes are those of a video; what decides which size limit counts. */
export function isVideo(firstBytes: Uint8Array): boolean {
  const mediaType = sniff(bufferSource(firstBytes));
  return mediaType !== null && findMediaType(mediaType)?.kind === 'video';
}
