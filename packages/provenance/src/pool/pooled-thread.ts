import { Worker } from 'node:worker_threads';
import type { FileContent } from '../bytes/random-access.ts';
import type { BoundedModule } from '../c2pa/engine-module.ts';
import { LIMITS } from '../limits.ts';
import type { Inspection } from '../inspector.ts';
import { moduleBeside } from './module-beside.ts';
import { AnalysisError, SigningError, type AnalysisErrorCode } from './analysis-error.ts';
import type {
  AnalyzedFile,
  AnalyzeInput,
  AnalyzeMessage,
  AnalyzeRequest,
  CallerAnswer,
  CallerQuestion,
  Examination,
  ExamineMessage,
  ExamineRequest,
  PoolTerms,
  RefusalCode,
  SignedFile,
  SignMessage,
  SignRequest,
  ThreadHealth,
  ThreadMessage,
  ThreadStart,
} from './messages.ts';
import type { PixelMeasurer } from './pixel-measurer.ts';
import type { ResolutionFacts } from '../resolution/facts.ts';
import type { MeasurablePicture } from '../resolution/read-resolution.ts';

/** One worker thread, busy with one file at a time. */
export interface AnalysisThread {
  ready: Promise<void>;
  isBusy(): boolean;
  analyze(request: AnalyzeRequest): Promise<AnalyzedFile>;
  examine(request: ExamineRequest): Promise<Examination>;
  sign(request: SignRequest): Promise<SignedFile>;
  end(reason: AnalysisErrorCode): Promise<void>;
}

type OnDead = (thread: AnalysisThread, wasReady: boolean) => void;

/** What a thread says at the end of a file. */
type EndMessage = Exclude<ThreadMessage, { kind: 'ready' } | CallerQuestion>;
type DoneMessage = Extract<ThreadMessage, { kind: 'done' }>;

/** What answers the questions of a thread that signs. */
type Caller = Pick<SignRequest, 'plan' | 'signClaim' | 'checkAt'>;

interface Running {
  resolve: (end: EndMessage) => void;
  reject: (error: unknown) => void;
  caller: Caller | null;
  /** What the caller threw. */
  callerFailure: { error: unknown } | null;
  /** Undefined until the thread is ready, and where the wait counts, because then the queue keeps the time. */
  timer: NodeJS.Timeout | undefined;
}

/** `onDead` is called once, when the thread is gone or has to go, and says whether it had ever been ready. */
export function startThread(options: ThreadOptions, onDead: OnDead): AnalysisThread {
  return new PooledThread(options, onDead);
}

export interface ThreadOptions {
  engine: BoundedModule;
  threadUrl: URL | undefined;
  measurer: PixelMeasurer;
}

class PooledThread implements AnalysisThread {
  readonly ready: Promise<void>;
  readonly #worker: Worker;
  readonly #onDead: OnDead;
  readonly #measurer: PixelMeasurer;
  #running: Running | null = null;
  /** The pixels of its file are measured elsewhere. Another one would only wait for that. */
  #isMeasuring = false;
  #isDead = false;
  #wasReady = false;
  #trustId: string | null = null;

  constructor({ engine, threadUrl, measurer }: ThreadOptions, onDead: OnDead) {
    this.#onDead = onDead;
    this.#measurer = measurer;
    const start: ThreadStart = { engine };
    this.#worker = new Worker(threadUrl ?? moduleBeside('analysis-thread'), {
      workerData: start,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: LIMITS.threadHeapMegabytes },
    });
    this.ready = new Promise((resolve, reject) => {
      this.#worker.on('message', (message: ThreadMessage) => {
        if (message.kind === 'sign_claim' || message.kind === 'inspected') return void this.#askCaller(message);
        if (message.kind !== 'ready') return this.#finish(message);
        this.#wasReady = true;
        return resolve();
      });
      this.#worker.once('exit', () => {
        reject(new AnalysisError('thread_died'));
        this.#die('thread_died');
      });
    });
    // Callers that await readiness see the failure; nobody has to.
    this.ready.catch(() => undefined);
    this.#worker.on('error', (error) => {
      const isHeap = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      this.#die(isHeap ? 'memory_exceeded' : 'thread_died', error);
    });
  }

  isBusy(): boolean {
    return this.#running !== null || this.#isMeasuring;
  }

  async analyze(request: AnalyzeRequest): Promise<AnalyzedFile> {
    const began = performance.now();
    const { returnsPicture = false } = request;
    const message: AnalyzeMessage = { kind: 'analyze', ...this.#fileOf(request), returnsPicture };
    const end = await this.#run(message, ownDeadline(request), null);
    if (end.kind !== 'done') throw unexpected(end);
    const inspection = await this.#measured(request, end, began);
    return { ...inspection, bytes: returnsPicture ? end.bytes : null };
  }

  async examine(request: ExamineRequest): Promise<Examination> {
    const message: ExamineMessage = { kind: 'examine', ...this.#fileOf(request), claim: request.claim };
    const end = await this.#run(message, ownDeadline(request), null);
    if (end.kind !== 'examined') throw unexpected(end);
    return { lab: end.lab, report: end.report };
  }

  #fileOf(request: AnalyzeRequest): Omit<ExamineMessage, 'kind' | 'claim'> {
    const { declaredMediaType, at } = request;
    return {
      content: contentOf(request),
      declaredMediaType,
      at: at.toISOString(),
      trust: this.#newTrust(request),
    };
  }

  /**
   * With what the pixels say, when they can be measured. It takes no more than is left of the file's time, and whatever comes
   * of it is a fact: the other evidence is there already.
   */
  async #measured(request: AnalyzeRequest, { inspection, bytes }: DoneMessage, began: number): Promise<Inspection> {
    const { picture, report } = inspection;
    if (picture === null) return inspection;
    const withFacts = (facts: ResolutionFacts): Inspection => ({
      ...inspection,
      report: { ...report, resolution_integrity: { state: 'examined', facts } },
      picture: null,
    });
    if (request.measuresPixels === false) return withFacts(notExamined(picture));
    const input = request.path !== undefined ? { path: request.path } : { bytes: bytes ?? new Uint8Array() };
    this.#isMeasuring = true;
    try {
      return withFacts(await this.#measurer.measure(picture, input, timeLeft(request, performance.now() - began)));
    } finally {
      this.#isMeasuring = false;
    }
  }

  async sign(request: SignRequest): Promise<SignedFile> {
    const message: SignMessage = {
      kind: 'sign',
      content: contentOf(request),
      outputPath: request.outputPath,
      at: request.at.toISOString(),
      trust: this.#newTrust(request),
    };
    const end = await this.#run(message, ownDeadline(request), request);
    if (end.kind !== 'signed') throw unexpected(end);
    return end.signed;
  }

  /** The trust snapshot when this thread does not have it yet. */
  #newTrust({ trust }: Pick<AnalyzeRequest, 'trust'>): AnalyzeRequest['trust'] | null {
    const isNew = this.#trustId !== trust.id;
    this.#trustId = trust.id;
    return isNew ? trust : null;
  }

  #run(
    message: AnalyzeMessage | ExamineMessage | SignMessage,
    deadlineMs: number | null,
    caller: Caller | null,
  ): Promise<EndMessage> {
    const { content } = message;
    const transferred = content.kind === 'memory' ? [content.bytes.buffer] : [];
    return new Promise((resolve, reject) => {
      const running: Running = { resolve, reject, caller, callerFailure: null, timer: undefined };
      this.#running = running;
      // Loading the engine does not count towards the file's time. A thread that dies in the meantime has already rejected
      // the file.
      void this.ready.then(
        () => {
          if (deadlineMs !== null) running.timer = setTimeout(() => void this.end('deadline_exceeded'), deadlineMs);
          this.#worker.postMessage(message, transferred);
        },
        () => undefined,
      );
    });
  }

  /** A caller that answers after the deadline finds another file running, or none: its answer is dropped. */
  async #askCaller(question: CallerQuestion): Promise<void> {
    const running = this.#running;
    if (running?.caller == null) return;
    const answer = await answerOf(running.caller, question).catch((error: unknown): CallerAnswer => {
      running.callerFailure = { error };
      return { kind: 'caller_refused' };
    });
    if (this.#running === running) this.#worker.postMessage(answer);
  }

  async end(reason: AnalysisErrorCode): Promise<void> {
    this.#die(reason);
    await this.#worker.terminate();
  }

  #finish(message: EndMessage): void {
    const running = this.#take();
    // A thread that must go is replaced before its caller goes on, so that the next file meets a good one.
    if (mustGo(message.health)) void this.end('thread_died');
    if (message.kind !== 'refused') running?.resolve(message);
    else running?.reject(refusal(message.code, running.callerFailure, new Error(message.message)));
  }

  #die(reason: AnalysisErrorCode, cause?: unknown): void {
    this.#take()?.reject(new AnalysisError(reason, { cause }));
    if (this.#isDead) return;
    this.#isDead = true;
    this.#onDead(this, this.#wasReady);
  }

  #take(): Running | null {
    const running = this.#running;
    this.#running = null;
    clearTimeout(running?.timer);
    return running;
  }
}

async function answerOf(caller: Caller, question: CallerQuestion): Promise<CallerAnswer> {
  if (question.kind === 'inspected') return { kind: 'planned', plan: await caller.plan(question.inspection) };
  const signature = await caller.signClaim(question.claim);
  return { kind: 'claim_signed', signature, checkAt: caller.checkAt().toISOString() };
}

function contentOf({ path, bytes }: AnalyzeInput): FileContent {
  return path === undefined ? { kind: 'memory', bytes } : { kind: 'file', path };
}

/** What the file says of itself is told all the same. */
function notExamined({ clues, jpeg_quality }: MeasurablePicture): ResolutionFacts {
  return { pixels: { state: 'not_measured', reason: 'not_examined', image: null }, clues, jpeg_quality };
}

/** Milliseconds for measuring pixels. A file whose wait counts has begun within half of its time, and has the other half. */
function timeLeft({ deadlineMs, countsWaiting = false }: PoolTerms, spentMs: number): number {
  const ownMs = countsWaiting ? deadlineMs / 2 : deadlineMs;
  return Math.min(LIMITS.resolutionMs, ownMs - spentMs - LIMITS.resolutionReserveMs);
}

/** Null when the queue keeps the time, from acceptance on. */
function ownDeadline({ deadlineMs, countsWaiting = false }: PoolTerms): number | null {
  return countsWaiting ? null : deadlineMs;
}

/** WASM memory never shrinks: a thread that one file made large would stay so. */
function mustGo(health: ThreadHealth): boolean {
  return !health.usable || health.engineMemoryBytes > LIMITS.engineMemoryKeepBytes;
}

function refusal(code: RefusalCode, callerFailure: Running['callerFailure'], cause: Error): unknown {
  switch (code) {
    case 'signer_failed':
    case 'caller_refused':
      // Without a failure, its answer was not a claim signature.
      return callerFailure === null ? cause : callerFailure.error;
    case 'not_signable':
    case 'media_unreadable':
    case 'remote_manifest_found':
    case 'remote_manifest_kept':
    case 'unsafe_structure':
    case 'output_differs':
    case 'label_unsupported_carrier':
    case 'label_media_unreadable':
    case 'label_no_room':
    case 'label_read_back_failed':
    case 'output_unwritable':
      return new SigningError(code, { cause });
    case 'engine_unusable':
    case 'engine_crashed':
      // The thread is gone and a new one is there.
      return new AnalysisError('thread_died', { cause });
    default:
      return new AnalysisError(code, { cause });
  }
}

function unexpected(end: EndMessage): Error {
  return new Error(`the thread ended its work with "${end.kind}"`);
}
