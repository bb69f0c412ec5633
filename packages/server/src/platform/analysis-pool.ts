import {
  AnalysisError,
  createAnalysisPool,
  createThumbnailer,
  judge,
  NO_RECORDS,
  type AnalyzeInput,
  type EngineCryptography,
  type Inspection,
  type LabResult,
  type ManifestStoreFacts,
  type Preview,
  type Report,
  type ServiceRecords,
  type ThumbnailCopy,
  type Thumbnailer,
  type TrustSnapshot,
  type Turn,
  type Verdict,
} from '@revera/provenance';
import type { Log } from './log.ts';
import { poolFailure } from './pool-failure.ts';
import { previewMakerOf } from './preview-maker.ts';

/** Facts and judgement of one file, as the job's row stores them. */
export interface Analysis {
  report: Report;
  verdict: Verdict;
  /** The conformance programme's form of the manifest store; null when there is none. */
  crjson: string | null;
}

/** An analysis whose pictures may still be copied. */
export interface NewAnalysis extends Analysis {
  /** Copies of the pictures in its manifests, never rejected; null when there are none, or none were requested. */
  copying: Promise<readonly ThumbnailCopy[]> | null;
  /** The picture beside the result, never rejected; null when the file has none, or none was requested. */
  previewing: Promise<Preview | null> | null;
}

/** The terms for working on a file. */
export interface WorkTerms {
  /** Whose work it is. Queued work may wait as long as it takes; for other work the wait counts. */
  turn: Turn;
  /** From acceptance to the end, or for queued work from its start. */
  deadlineMs: number;
  /** Aborted when nobody wants the answer any more: work that still waits is not begun. */
  signal?: AbortSignal | undefined;
}

/** A file by its path, or its bytes, which are gone from here once a thread reads them. */
export type AnalysisRequest = AnalyzeInput & AnalysisTerms;

export interface AnalysisTerms extends WorkTerms, JudgementTerms {
  declaredMediaType: string | undefined;
  at: Date;
  trust: TrustSnapshot;
  /** Whether to make a preview of the file. That of a file on the disk is made when the analysis ends: the file may go then. */
  makesPreview?: boolean;
}

/** A clip for the lab, and the origin that it is held against. */
export type ExaminationRequest = AnalysisRequest & { claim: string };

/** What the lab found in a clip. */
export interface LabFindings {
  lab: LabResult;
  /** What all readers found in the same file, judged; null where they could make nothing of it. */
  analysis: Analysis | null;
}

/** What is added to the facts of a file. */
export interface JudgementTerms extends Pick<WorkTerms, 'turn'> {
  /** Whether to copy the pictures in its manifests, for a result that people look at. */
  copiesThumbnails: boolean;
  /** Looks up what this service has on record of a credential that was found, and of those that it was made from. */
  findRecords(facts: ManifestStoreFacts): Promise<ServiceRecords>;
}

/** The server's entrance to the engine: the only place that calls it. */
export interface AnalysisService {
  /**
   * @throws {AppError} INVALID_FILE_TYPE, MEDIA_PARSE_FAILED, JOB_TIMEOUT, SERVICE_UNAVAILABLE (its turn did not come),
   *   RATE_LIMITED (too many wait), INTERNAL_ERROR. The reason of `signal`, when the file was not begun because of it.
   */
  analyze(request: AnalysisRequest): Promise<NewAnalysis>;
  /**
   * Examines a clip for the lab. It copies no pictures.
   * @throws {AppError} as `analyze`, but not because no reader could make anything of the file
   */
  examine(request: ExaminationRequest): Promise<LabFindings>;
  /** Judges a file that a thread has inspected already. */
  judge(found: Inspection, terms: JudgementTerms): Promise<NewAnalysis>;
  warmUp(): Promise<void>;
  readonly cryptography: EngineCryptography;
  stats(): { threads: number; busy: number; waiting: number; replaced: number };
  close(): Promise<void>;
}

/** Fewer than the files whose pictures a thumbnailer accepts. */
const FILES_WITH_LATE_PICTURES = 8;

/** Copying the pictures of a file takes about half the time of analysing it. */
const THREADS_PER_THUMBNAIL_PROCESS = 2;

export interface AnalysisServiceOptions {
  threads: number;
  /** Of the C2PA engine in one thread. */
  memoryBytes: number;
  /** Whether the pixels of pictures are decoded and measured. Default true. */
  measuresPixels?: boolean;
}

export async function openAnalysisService(options: AnalysisServiceOptions): Promise<AnalysisService> {
  const { measuresPixels = true } = options;
  const pool = await createAnalysisPool({ size: options.threads, engineMemoryBytes: options.memoryBytes });
  // Separate from that of signing, whose pictures may take seconds.
  const thumbnailer = createThumbnailer({ processes: Math.ceil(options.threads / THREADS_PER_THUMBNAIL_PROCESS) });
  // An anonymous file may carry pictures for seconds of work: nobody else waits for them.
  const anonymousThumbnailer = createThumbnailer();
  const copiers = { known: copierOf(thumbnailer), anonymous: copierOf(anonymousThumbnailer) };
  const previewers = { known: previewMakerOf(thumbnailer), anonymous: previewMakerOf(anonymousThumbnailer) };
  const judgeFound: AnalysisService['judge'] = async (found, terms) => {
    const copier = terms.turn.share === 'anonymous' ? copiers.anonymous : copiers.known;
    const copying = terms.copiesThumbnails && found.thumbnails.length > 0 ? copier.start(found.thumbnails) : null;
    const analysis = await judgeInspection(found, terms);
    if (copier.isBehind()) await copying;
    return { ...analysis, copying, previewing: null };
  };
  return {
    warmUp: () => pool.warmUp(),
    cryptography: pool.cryptography,
    stats: () => pool.stats(),
    close: async () => {
      await pool.close();
      await Promise.all([thumbnailer.close(), anonymousThumbnailer.close()]);
    },
    analyze: async (request) => {
      const { makesPreview = false } = request;
      const terms = { ...request, measuresPixels, countsWaiting: countsWaiting(request), returnsPicture: makesPreview };
      const { bytes, ...found } = await pool.analyze(terms).catch(translated);
      const analysis = await judgeFound(found, request);
      const previewer = request.turn.share === 'anonymous' ? previewers.anonymous : previewers.known;
      const previewing = makesPreview ? previewer.start(found, request.path ?? bytes) : null;
      if (request.path !== undefined || previewer.isBehind()) await previewing;
      return { ...analysis, previewing };
    },
    examine: async (request) => {
      const terms = { ...request, countsWaiting: countsWaiting(request) };
      const { lab, report } = await pool.examine(terms).catch(translated);
      return { lab, analysis: report === null ? null : await judgeInspection({ report, crjson: null }, request) };
    },
    judge: judgeFound,
  };
}

function translated(error: unknown): never {
  throw error instanceof AnalysisError ? poolFailure(error) : error;
}

/** Judges a file that a thread has inspected already, and leaves its pictures alone. */
export async function judgeInspection(
  { report, crjson }: Pick<Inspection, 'report' | 'crjson'>,
  terms: Pick<JudgementTerms, 'findRecords'>,
): Promise<Analysis> {
  const whole: Report = { ...report, ...(await recordsOf(report, terms)) };
  return { report: whole, verdict: judge(whole), crjson };
}

/** Copies the pictures of files after these were judged. */
interface Copier {
  start(found: Parameters<Thumbnailer['copyAll']>[0]): Promise<readonly ThumbnailCopy[]>;
  /** So many files wait for their pictures that the next ones must wait too: otherwise theirs would soon be left out. */
  isBehind(): boolean;
}

function copierOf(thumbnailer: Thumbnailer): Copier {
  let files = 0;
  return {
    start: (found) => {
      files += 1;
      return thumbnailer.copyAll(found).finally(() => {
        files -= 1;
      });
    },
    isBehind: () => files > FILES_WITH_LATE_PICTURES,
  };
}

/** Only a valid signature is looked up: anyone can write anything into one that is not. */
async function recordsOf({ c2pa }: Report, terms: Pick<JudgementTerms, 'findRecords'>): Promise<ServiceRecords> {
  if (c2pa.state !== 'examined' || c2pa.facts.kind !== 'present') return NO_RECORDS;
  const isSigned = c2pa.facts.active_codes.success.some(({ code }) => code === 'claimSignature.validated');
  return isSigned ? terms.findRecords(c2pa.facts) : NO_RECORDS;
}

/** Says once, at the start, that large files will take longer than they need to. */
export function warnOfSlowEngine(cryptography: EngineCryptography, log: Log): void {
  if (cryptography.kind === 'native') return;
  log.warn(
    { reason: cryptography.reason },
    'the C2PA engine computes SHA-256 itself: large files take three times as long',
  );
}

/** Nobody waits for the answer of what is queued. */
export function countsWaiting({ turn }: Pick<WorkTerms, 'turn'>): boolean {
  return turn.share !== 'queued';
}
