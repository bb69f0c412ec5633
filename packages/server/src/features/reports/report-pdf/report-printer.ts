import { AppError } from '../../../shared/app-error.ts';
import { REPORT_PDF_LIMITS } from './limits.ts';
import { startPrintThread, type PrintThread } from './print-thread.ts';
import type { PrintSource } from './source.ts';

/** Makes reports and other documents as PDFs in threads of its own, a few at a time. */
export interface ReportPrinter {
  /** @throws {AppError} RATE_LIMITED (too many wait), JOB_TIMEOUT, INTERNAL_ERROR */
  print(source: PrintSource): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface ReportPrinterOptions {
  /** The location of the bundled thread, when it is not beside this module. */
  threadUrl?: URL;
  threads?: number;
  waiting?: number;
  /** For one report, including the wait. */
  deadlineMs?: number;
}

/** In a bundle, beside this module; with the sources, in `dist`. */
function bundledThread(): URL {
  const isSource = import.meta.url.endsWith('.ts');
  return new URL(isSource ? '../../../../../../dist/report-thread.js' : './report-thread.js', import.meta.url);
}

/** Starts nothing yet: the first thread starts with the first report. */
export function openReportPrinter(options: ReportPrinterOptions = {}): ReportPrinter {
  return new PrinterOfThreads(options);
}

interface Idle {
  thread: PrintThread;
  timer: NodeJS.Timeout;
}

class PrinterOfThreads implements ReportPrinter {
  readonly #threadUrl: URL;
  readonly #threads: number;
  readonly #maxWaiting: number;
  readonly #deadlineMs: number;
  readonly #all = new Set<PrintThread>();
  readonly #idle: Idle[] = [];
  readonly #waiting: (() => void)[] = [];
  #busy = 0;
  #isClosed = false;

  constructor(options: ReportPrinterOptions) {
    this.#threadUrl = options.threadUrl ?? bundledThread();
    this.#threads = options.threads ?? REPORT_PDF_LIMITS.threads;
    this.#maxWaiting = options.waiting ?? REPORT_PDF_LIMITS.waiting;
    this.#deadlineMs = options.deadlineMs ?? REPORT_PDF_LIMITS.deadlineMs;
  }

  async print(source: PrintSource): Promise<Uint8Array> {
    const deadline = AbortSignal.timeout(this.#deadlineMs);
    await this.#takeTurn(deadline);
    try {
      if (this.#isClosed) throw new AppError('INTERNAL_ERROR', { cause: new Error('the printer is closed') });
      return await this.#printWith(this.#takeThread(), source, deadline);
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#busy -= 1;
      else next();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { timer } of this.#idle.splice(0)) clearTimeout(timer);
    await Promise.all([...this.#all].map((thread) => thread.end()));
    this.#all.clear();
  }

  /** One of a few turns, handed from one report to the next. */
  #takeTurn(deadline: AbortSignal): Promise<void> {
    if (this.#busy < this.#threads) {
      this.#busy += 1;
      return Promise.resolve();
    }
    if (this.#waiting.length >= this.#maxWaiting) {
      const headers = { 'Retry-After': String(REPORT_PDF_LIMITS.retrySeconds) };
      return Promise.reject(new AppError('RATE_LIMITED', { headers }));
    }
    return new Promise((resolve, reject) => {
      const onDeadline = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1);
        reject(new AppError('JOB_TIMEOUT'));
      };
      const go = (): void => {
        deadline.removeEventListener('abort', onDeadline);
        resolve();
      };
      deadline.addEventListener('abort', onDeadline, { once: true });
      this.#waiting.push(go);
    });
  }

  async #printWith(thread: PrintThread, source: PrintSource, deadline: AbortSignal): Promise<Uint8Array> {
    try {
      const pdf = await thread.print(source, deadline);
      this.#putAside(thread);
      return pdf;
    } catch (error) {
      this.#all.delete(thread);
      throw error;
    }
  }

  #takeThread(): PrintThread {
    const idle = this.#idle.pop();
    if (idle !== undefined) {
      clearTimeout(idle.timer);
      return idle.thread;
    }
    const thread = startPrintThread(this.#threadUrl);
    this.#all.add(thread);
    return thread;
  }

  /** Keeps the thread for a while, so that the next report finds the fonts open. */
  #putAside(thread: PrintThread): void {
    if (this.#isClosed) return;
    const timer = setTimeout(() => {
      this.#idle.splice(
        this.#idle.findIndex((idle) => idle.thread === thread),
        1,
      );
      this.#all.delete(thread);
      void thread.end();
    }, REPORT_PDF_LIMITS.idleMs);
    timer.unref();
    this.#idle.push({ thread, timer });
  }
}
