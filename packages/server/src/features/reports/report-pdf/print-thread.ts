import { Worker } from 'node:worker_threads';
import { AppError } from '../../../shared/app-error.ts';
import { REPORT_PDF_LIMITS } from './limits.ts';
import type { PrintAnswer } from './report-thread.ts';
import type { PrintSource } from './source.ts';

/** A thread that makes one report at a time. It does not keep the process running while it is idle. */
export interface PrintThread {
  /** @throws {AppError} JOB_TIMEOUT when the signal is aborted first, INTERNAL_ERROR; the thread has then ended */
  print(source: PrintSource, deadline: AbortSignal): Promise<Uint8Array>;
  end(): Promise<void>;
}

export function startPrintThread(threadUrl: URL): PrintThread {
  const worker = new Worker(threadUrl, {
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: REPORT_PDF_LIMITS.heapMegabytes },
  });
  // An error while idle is also reported by "exit".
  worker.on('error', () => undefined);
  worker.unref();
  return {
    print: (source, deadline) => ask(worker, source, deadline),
    end: async () => {
      await worker.terminate();
    },
  };
}

function ask(worker: Worker, source: PrintSource, deadline: AbortSignal): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      deadline.removeEventListener('abort', onDeadline);
      worker.unref();
    };
    const fail = (code: 'INTERNAL_ERROR' | 'JOB_TIMEOUT', cause?: unknown): void => {
      settle();
      void worker.terminate();
      reject(new AppError(code, { cause }));
    };
    const onMessage = (answer: PrintAnswer): void => {
      if (answer.kind === 'failed') return fail('INTERNAL_ERROR', new Error(answer.message));
      settle();
      return resolve(answer.pdf);
    };
    const onError = (error: unknown): void => fail('INTERNAL_ERROR', error);
    const onExit = (): void => fail('INTERNAL_ERROR', new Error('the thread ended'));
    const onDeadline = (): void => fail('JOB_TIMEOUT');
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    deadline.addEventListener('abort', onDeadline);
    if (deadline.aborted) return onDeadline();
    worker.ref();
    return worker.postMessage(source);
  });
}
