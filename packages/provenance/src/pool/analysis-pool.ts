import { statSync } from 'node:fs';
import { bufferSource, openFileSource, type RandomAccess } from '../bytes/random-access.ts';
import {
  compileEngineModule,
  type BoundedModule,
  type EngineCryptography,
  type EngineModule,
} from '../c2pa/engine-module.ts';
import { LIMITS } from '../limits.ts';
import type { MediaType } from '../media/media-types.ts';
import { sniff } from '../media/sniff.ts';
import { AnalysisError } from './analysis-error.ts';
import type {
  AnalyzedFile,
  AnalyzeInput,
  AnalyzeRequest,
  Examination,
  ExamineRequest,
  SignedFile,
  SignRequest,
} from './messages.ts';
import { createPixelMeasurer, type PixelMeasurer } from './pixel-measurer.ts';
import { estimateEngineBytes, estimateSigningBytes } from './memory-budget.ts';
import { startThread, type AnalysisThread } from './pooled-thread.ts';
import { ThreadQueue } from './thread-queue.ts';

export interface AnalysisPoolOptions {
  /** Number of threads; each holds one engine (about 60 MB at rest). */
  size: number;
  /** Files of one share that may wait for a thread; more are refused at once. */
  queueMax?: number;
  /** Bound on the engine memory of each thread. */
  engineMemoryBytes?: number;
  /** Path of the bundled thread, when it is not beside this module. */
  threadUrl?: URL;
  /** Path of the bundled process that measures pixels, when it is not beside this module. */
  pixelProcessUrl?: URL;
}

export interface AnalysisPool {
  /**
   * @throws {AnalysisError} see AnalysisErrorCode. A failing file never takes the process or another file down. Also throws
   * the abort reason of `signal`, when it was aborted before the file was started.
   */
  analyze(request: AnalyzeRequest): Promise<AnalyzedFile>;
  /**
   * Examines a clip as the lab does, and inspects the same file, in one visit to a thread.
   * @throws {AnalysisError} as `analyze`, but not because no reader could make anything of the file
   */
  examine(request: ExamineRequest): Promise<Examination>;
  /**
   * Inspects a file, writes a signed copy of it as its caller then plans, and inspects that, in one visit to a thread. The key
   * stays with the caller, who signs the claim.
   * @throws {AnalysisError} {@link SigningError}; what the caller's functions throw is passed on unchanged
   */
  sign(request: SignRequest): Promise<SignedFile>;
  /** Resolves when every thread has its engine loaded. */
  warmUp(): Promise<void>;
  /** How the engines of this pool hash; the same for all of them, from the start. */
  readonly cryptography: EngineCryptography;
  stats(): { threads: number; busy: number; waiting: number; replaced: number };
  /** Ends the threads. Files that wait or run fail with `pool_closed`. */
  close(): Promise<void>;
}

/** Warm threads that analyse files: with a deadline, bounded memory, and a dead thread replaced by a new one. */
export async function createAnalysisPool(options: AnalysisPoolOptions): Promise<AnalysisPool> {
  const engine = await compileEngineModule({ memoryMaximumBytes: options.engineMemoryBytes });
  return new ThreadPool(options, engine);
}

class ThreadPool implements AnalysisPool {
  readonly cryptography: EngineCryptography;
  readonly #options: AnalysisPoolOptions;
  readonly #engine: BoundedModule;
  readonly #measurer: PixelMeasurer;
  readonly #threads: AnalysisThread[] = [];
  readonly #queue: ThreadQueue;
  #replaced = 0;
  #isClosed = false;

  constructor(options: AnalysisPoolOptions, engine: EngineModule) {
    this.#options = options;
    this.#engine = { module: engine.module, memoryMaximumBytes: engine.memoryMaximumBytes };
    this.cryptography = engine.cryptography;
    // As many as threads: a file holds its thread while its pixels are measured, so none of them waits.
    this.#measurer = createPixelMeasurer({ processes: options.size, processUrl: options.pixelProcessUrl });
    this.#queue = new ThreadQueue({
      threads: options.size,
      queueMax: options.queueMax,
      onChange: () => this.#dispatch(),
    });
    this.#fill();
  }

  analyze(request: AnalyzeRequest): Promise<AnalyzedFile> {
    const needsBytes = estimateEngineBytes(sizeAndType(request), this.cryptography.kind);
    return this.#enqueue(request, needsBytes, (thread) => thread.analyze(request));
  }

  examine(request: ExamineRequest): Promise<Examination> {
    const needsBytes = estimateEngineBytes(sizeAndType(request), this.cryptography.kind);
    return this.#enqueue(request, needsBytes, (thread) => thread.examine(request));
  }

  sign(request: SignRequest): Promise<SignedFile> {
    return this.#enqueue(request, estimateSigningBytes(sizeOf(request)), (thread) => thread.sign(request));
  }

  #enqueue<Done>(
    request: AnalyzeRequest | SignRequest,
    needsBytes: number,
    work: (thread: AnalysisThread) => Promise<Done>,
  ): Promise<Done> {
    if (this.#isClosed) return Promise.reject(new AnalysisError('pool_closed'));
    this.#fill();
    return this.#queue.add(request, needsBytes, work);
  }

  async warmUp(): Promise<void> {
    this.#fill();
    await Promise.all(this.#threads.map((thread) => thread.ready));
  }

  stats(): { threads: number; busy: number; waiting: number; replaced: number } {
    const busy = this.#threads.filter((thread) => thread.isBusy()).length;
    return { threads: this.#threads.length, busy, waiting: this.#queue.waiting, replaced: this.#replaced };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#queue.refuseAll(new AnalysisError('pool_closed'));
    await Promise.all([...this.#threads.splice(0).map((thread) => thread.end('pool_closed')), this.#measurer.close()]);
  }

  #fill(): void {
    while (!this.#isClosed && this.#threads.length < this.#options.size) {
      const { threadUrl } = this.#options;
      const start = { engine: this.#engine, threadUrl, measurer: this.#measurer };
      this.#threads.push(startThread(start, (thread, wasReady) => this.#lose(thread, wasReady)));
    }
  }

  /**
   * A thread that worked and died is replaced at once. One that could not even start is not: starting it again and again
   * would only waste the processor, so the files that wait for it fail and the next file tries again.
   */
  #lose(dead: AnalysisThread, wasReady: boolean): void {
    const place = this.#threads.indexOf(dead);
    if (this.#isClosed || place < 0) return;
    this.#threads.splice(place, 1);
    if (wasReady) {
      this.#replaced += 1;
      this.#fill();
      this.#dispatch();
    } else if (this.#threads.length === 0) {
      this.#queue.refuseAll(new AnalysisError('thread_died'));
    }
  }

  #dispatch(): void {
    for (const thread of this.#threads) {
      if (!thread.isBusy() && !this.#queue.startNext(thread)) return;
    }
  }
}

function sizeOf({ path, bytes }: AnalyzeInput): number {
  return path === undefined ? bytes.length : fileSize(path);
}

function sizeAndType(input: AnalyzeInput): { sizeBytes: number; mediaType: MediaType | null } {
  const { path, bytes } = input;
  const sizeBytes = sizeOf(input);
  if (sizeBytes <= LIMITS.poolSmallFileBytes) return { sizeBytes, mediaType: null };
  const source = path === undefined ? bufferSource(bytes) : openReadable(path);
  if (source === null) return { sizeBytes, mediaType: null };
  try {
    return { sizeBytes, mediaType: sniff(source) };
  } finally {
    source.close();
  }
}

function openReadable(path: string): RandomAccess | null {
  try {
    return openFileSource(path);
  } catch {
    // The thread will fail to open it too, and say why.
    return null;
  }
}

/** 0 when it is not known: opening the file will say why. */
function fileSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
