import { statSync } from 'node:fs';
import { compileEngineModule } from '../c2pa/engine-module.ts';
import { LIMITS } from '../limits.ts';
import type { Inspection } from '../inspector.ts';
import { AnalysisError } from './analysis-error.ts';
import type { AnalyzeRequest, SignedFile, SignRequest } from './messages.ts';
import { chooseNext, estimateEngineBytes, estimateSigningBytes, type BudgetedFile } from './memory-budget.ts';
import { startThread, type AnalysisThread } from './pooled-thread.ts';

export interface AnalysisPoolOptions {
  /** Number of threads; each holds one engine (about 60 MB at rest). */
  size: number;
  /** Files that may wait for a thread; more are refused at once. */
  queueMax?: number;
  /** Bound on the engine memory of each thread. */
  engineMemoryBytes?: number;
  /** Where the bundled thread lies, when it is not beside this module. */
  threadUrl?: URL;
}

export interface AnalysisPool {
  /** @throws {AnalysisError} see AnalysisErrorCode. A failing file never takes the process or another file down. */
  analyze(request: AnalyzeRequest): Promise<Inspection>;
  /**
   * Writes a signed copy of a file. The key stays with the caller, who is asked for the signature over the claim.
   * @throws {AnalysisError} {@link SigningError}; what `signClaim` throws comes through as it is
   */
  sign(request: SignRequest): Promise<SignedFile>;
  /** Resolves when every thread has its engine loaded. */
  warmUp(): Promise<void>;
  stats(): { threads: number; busy: number; waiting: number; replaced: number };
  /** Ends the threads. Files that wait or run fail with `pool_closed`. */
  close(): Promise<void>;
}

interface Waiting extends BudgetedFile {
  start: (thread: AnalysisThread) => Promise<unknown>;
  reject: (error: unknown) => void;
}

/** Warm threads that analyse files: with a deadline, bounded memory, and a dead thread replaced by a new one. */
export async function createAnalysisPool(options: AnalysisPoolOptions): Promise<AnalysisPool> {
  const engineModule = await compileEngineModule(options.engineMemoryBytes ?? LIMITS.engineMemoryBytes);
  return new ThreadPool(options, engineModule);
}

class ThreadPool implements AnalysisPool {
  readonly #options: AnalysisPoolOptions;
  readonly #engineModule: WebAssembly.Module;
  readonly #threads: AnalysisThread[] = [];
  readonly #waiting: Waiting[] = [];
  readonly #running = new Set<Waiting>();
  #replaced = 0;
  #isClosed = false;

  constructor(options: AnalysisPoolOptions, engineModule: WebAssembly.Module) {
    this.#options = options;
    this.#engineModule = engineModule;
    this.#fill();
  }

  analyze(request: AnalyzeRequest): Promise<Inspection> {
    return this.#enqueue(estimateEngineBytes(fileSize(request.path)), (thread) => thread.analyze(request));
  }

  sign(request: SignRequest): Promise<SignedFile> {
    return this.#enqueue(estimateSigningBytes(fileSize(request.path)), (thread) => thread.sign(request));
  }

  #enqueue<Done>(needsBytes: number, work: (thread: AnalysisThread) => Promise<Done>): Promise<Done> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(new AnalysisError('pool_closed'));
      if (this.#waiting.length >= (this.#options.queueMax ?? LIMITS.poolQueue)) {
        return reject(new AnalysisError('pool_overloaded'));
      }
      const start = (thread: AnalysisThread): Promise<void> => work(thread).then(resolve, reject);
      this.#waiting.push({ needsBytes, passed: 0, start, reject });
      this.#fill();
      this.#dispatch();
    });
  }

  async warmUp(): Promise<void> {
    this.#fill();
    await Promise.all(this.#threads.map((thread) => thread.ready));
  }

  stats(): { threads: number; busy: number; waiting: number; replaced: number } {
    const busy = this.#threads.filter((thread) => thread.isBusy()).length;
    return { threads: this.#threads.length, busy, waiting: this.#waiting.length, replaced: this.#replaced };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(new AnalysisError('pool_closed'));
    await Promise.all(this.#threads.splice(0).map((thread) => thread.end('pool_closed')));
  }

  #fill(): void {
    while (!this.#isClosed && this.#threads.length < this.#options.size) {
      const { threadUrl } = this.#options;
      this.#threads.push(
        startThread(this.#engineModule, threadUrl, (thread, wasReady) => this.#lose(thread, wasReady)),
      );
    }
  }

  /**
   * A thread that worked and died is replaced at once. One that could not even start is not: starting it again and
   * again would only burn the machine, so the files that wait for it fail and the next file tries anew.
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
      for (const { reject } of this.#waiting.splice(0)) reject(new AnalysisError('thread_died'));
    }
  }

  #dispatch(): void {
    for (const thread of this.#threads) {
      if (this.#waiting.length === 0) return;
      if (thread.isBusy()) continue;
      const next = this.#takeNext();
      if (next === null) return;
      this.#run(thread, next);
    }
  }

  #takeNext(): Waiting | null {
    const running = [...this.#running].map(({ needsBytes }) => needsBytes);
    const place = chooseNext(this.#waiting, running);
    if (place === null) return null;
    for (const overtaken of this.#waiting.slice(0, place)) overtaken.passed += 1;
    return this.#waiting.splice(place, 1)[0] ?? null;
  }

  #run(thread: AnalysisThread, file: Waiting): void {
    this.#running.add(file);
    void file.start(thread).finally(() => {
      this.#running.delete(file);
      this.#dispatch();
    });
  }
}

/** Nothing when it cannot be told: opening the file will say why. */
function fileSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
