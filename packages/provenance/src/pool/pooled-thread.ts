import { Worker } from 'node:worker_threads';
import type { Inspection } from '../inspector.ts';
import { LIMITS } from '../limits.ts';
import { AnalysisError, type AnalysisErrorCode } from './analysis-error.ts';
import type { AnalyzeMessage, AnalyzeRequest, ThreadHealth, ThreadMessage, ThreadStart } from './messages.ts';

/** One worker thread, busy with one file at a time. */
export interface AnalysisThread {
  ready: Promise<void>;
  isBusy(): boolean;
  analyze(request: AnalyzeRequest): Promise<Inspection>;
  end(reason: AnalysisErrorCode): Promise<void>;
}

type OnDead = (thread: AnalysisThread, wasReady: boolean) => void;

interface Running {
  resolve: (inspection: Inspection) => void;
  reject: (error: AnalysisError) => void;
  /** Undefined until the thread is ready. */
  timer: NodeJS.Timeout | undefined;
}

/** `onDead` is called once, when the thread is gone or has to go, and says whether it had ever been ready. */
export function startThread(
  engineModule: WebAssembly.Module,
  threadUrl: URL | undefined,
  onDead: OnDead,
): AnalysisThread {
  return new PooledThread(engineModule, threadUrl ?? defaultThreadUrl(), onDead);
}

/** Beside this module in a bundle; in the package's `dist` when the sources are run directly. */
function defaultThreadUrl(): URL {
  const isSource = import.meta.url.endsWith('.ts');
  return new URL(isSource ? '../../dist/analysis-thread.js' : './analysis-thread.js', import.meta.url);
}

class PooledThread implements AnalysisThread {
  readonly ready: Promise<void>;
  readonly #worker: Worker;
  readonly #onDead: OnDead;
  #running: Running | null = null;
  #isDead = false;
  #wasReady = false;
  #trustId: string | null = null;

  constructor(engineModule: WebAssembly.Module, threadUrl: URL, onDead: OnDead) {
    this.#onDead = onDead;
    const start: ThreadStart = { engineModule };
    this.#worker = new Worker(threadUrl, {
      workerData: start,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: LIMITS.threadHeapMegabytes },
    });
    this.ready = new Promise((resolve, reject) => {
      this.#worker.on('message', (message: ThreadMessage) => {
        if (message.kind !== 'ready') return this.#finish(message);
        this.#wasReady = true;
        resolve();
      });
      this.#worker.once('exit', () => {
        reject(new AnalysisError('thread_died'));
        this.#die('thread_died');
      });
    });
    // Whoever waits for readiness sees the failure; nobody has to.
    this.ready.catch(() => undefined);
    this.#worker.on('error', (error) => {
      const isHeap = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      this.#die(isHeap ? 'memory_exceeded' : 'thread_died', error);
    });
  }

  isBusy(): boolean {
    return this.#running !== null;
  }

  analyze(request: AnalyzeRequest): Promise<Inspection> {
    const { path, declaredMediaType, at, trust, deadlineMs } = request;
    const isNewTrust = this.#trustId !== trust.id;
    this.#trustId = trust.id;
    const message: AnalyzeMessage = { path, declaredMediaType, at: at.toISOString(), trust: isNewTrust ? trust : null };
    return new Promise((resolve, reject) => {
      const running: Running = { resolve, reject, timer: undefined };
      this.#running = running;
      // Loading the engine is not the file's time. A thread that dies meanwhile has rejected the file already.
      void this.ready.then(
        () => {
          running.timer = setTimeout(() => void this.end('deadline_exceeded'), deadlineMs);
          this.#worker.postMessage(message);
        },
        () => undefined,
      );
    });
  }

  async end(reason: AnalysisErrorCode): Promise<void> {
    this.#die(reason);
    await this.#worker.terminate();
  }

  #finish(message: Exclude<ThreadMessage, { kind: 'ready' }>): void {
    const running = this.#take();
    // A thread that must go is replaced before its caller goes on, so that the next file meets a good one.
    if (mustGo(message.health)) void this.end('thread_died');
    if (message.kind === 'done') running?.resolve(message.inspection);
    else running?.reject(new AnalysisError(message.code === 'engine_unusable' ? 'thread_died' : message.code));
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

/** WASM memory never shrinks: a thread that one file made large would stay so. */
function mustGo(health: ThreadHealth): boolean {
  return !health.usable || health.engineMemoryBytes > LIMITS.engineMemoryKeepBytes;
}
