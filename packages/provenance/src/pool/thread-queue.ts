import { LIMITS } from '../limits.ts';
import { AnalysisError } from './analysis-error.ts';
import type { PoolTerms } from './messages.ts';
import type { AnalysisThread } from './pooled-thread.ts';
import { chooseTurn, roundOf, type QueuedWork, type Turn, type WorkShare } from './turn.ts';

interface Entry extends QueuedWork {
  start(thread: AnalysisThread): Promise<void>;
  /** Ends the wait. */
  refuse(error: Error): void;
  /** Null while it waits. */
  thread: AnalysisThread | null;
  /** When it began, on the clock of `performance`. */
  beganAtMs: number;
}

export interface ThreadQueueOptions {
  threads: number;
  /** How many files of one share may wait. */
  queueMax: number | undefined;
  /** Something arrived, ended or gave up: another file may be able to start. */
  onChange: () => void;
}

/** For callers that name no turn. */
const OWN_TURN: Turn = { share: 'interactive', owner: '' };

/** The files that wait for a thread, and those that run. */
export class ThreadQueue {
  readonly #options: ThreadQueueOptions;
  readonly #waiting: Entry[] = [];
  readonly #running = new Set<Entry>();
  /** The round of the file that was started last, of each share. */
  readonly #rounds: Record<WorkShare, number> = { interactive: 0, queued: 0, anonymous: 0 };
  /** When a file that a caller with a key waits for was last started. */
  #interactiveAtMs = -Infinity;

  constructor(options: ThreadQueueOptions) {
    this.#options = options;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Does the work on a thread as soon as it is its turn. */
  add<Done>(terms: PoolTerms, needsBytes: number, work: (thread: AnalysisThread) => Promise<Done>): Promise<Done> {
    const { turn = OWN_TURN, signal } = terms;
    if (signal?.aborted === true) return Promise.reject(reasonOf(signal));
    const sameShare = this.#waiting.filter(({ share }) => share === turn.share);
    if (sameShare.length >= this.#longest(turn.share)) return Promise.reject(new AnalysisError('pool_overloaded'));
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        signal?.removeEventListener('abort', onAbort);
        clock?.stop();
      };
      const entry: Entry = {
        ...turn,
        round: roundOf(turn, sameShare, this.#rounds[turn.share]),
        needsBytes,
        passed: 0,
        thread: null,
        beganAtMs: 0,
        start: (thread) => work(thread).then(resolve, reject).finally(stop),
        refuse: (error) => {
          stop();
          reject(error);
        },
      };
      const onAbort = (): void => {
        if (signal !== undefined) this.#giveUp(entry, reasonOf(signal));
      };
      const clock = terms.countsWaiting === true ? this.#startClock(entry, terms.deadlineMs) : null;
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(entry);
      this.#options.onChange();
    });
  }

  /** Starts the file whose turn it is on an idle thread; false when none may start now. */
  startNext(thread: AnalysisThread): boolean {
    const chosen = chooseTurn(this.#waiting, [...this.#running], this.#options.threads);
    if (chosen === null) return false;
    const { next, overtaken } = chosen;
    for (const entry of overtaken) entry.passed += 1;
    this.#remove(next);
    this.#rounds[next.share] = next.round;
    this.#running.add(next);
    next.thread = thread;
    next.beganAtMs = performance.now();
    if (next.share === 'interactive') this.#interactiveAtMs = next.beganAtMs;
    void next.start(thread).finally(() => this.#end(next));
    return true;
  }

  /**
   * The place of an anonymous file stays taken for a moment longer, and its thread does not: most of a small file's cost is
   * not its reading but the work around it, and a flood of them must leave most of that to others too. Where a caller with a
   * key was served in the meantime, that moment is as long as the file took: slow files then get half of the processor time
   * that they would use.
   */
  #end(entry: Entry): void {
    const release = (): void => {
      this.#running.delete(entry);
      this.#options.onChange();
    };
    if (entry.share !== 'anonymous') return release();
    setTimeout(release, this.#restAfter(entry)).unref();
    this.#options.onChange();
  }

  #restAfter({ beganAtMs }: Entry): number {
    if (this.#interactiveAtMs < beganAtMs) return LIMITS.poolAnonymousRestMs;
    const worked = performance.now() - beganAtMs;
    return Math.max(LIMITS.poolAnonymousRestMs, Math.min(worked, LIMITS.poolAnonymousRestMaxMs));
  }

  refuseAll(error: Error): void {
    for (const entry of this.#waiting.splice(0)) entry.refuse(error);
  }

  /** Only files that still wait: those that run go on. */
  #giveUp(entry: Entry, error: Error): void {
    if (!this.#remove(entry)) return;
    entry.refuse(error);
    this.#options.onChange();
  }

  #remove(entry: Entry): boolean {
    const place = this.#waiting.indexOf(entry);
    if (place >= 0) this.#waiting.splice(place, 1);
    return place >= 0;
  }

  /**
   * The clock of a file whose wait counts. A file that has not begun by half of its time is given up: one that does begin
   * has the other half, so that no thread is spent (and ended, and replaced) on a file that could not end in time anyway.
   */
  #startClock(entry: Entry, deadlineMs: number): { stop(): void } {
    const half = deadlineMs / 2;
    let timer = setTimeout(() => {
      if (entry.thread === null) return this.#giveUp(entry, new AnalysisError('not_started'));
      timer = setTimeout(() => void entry.thread?.end('deadline_exceeded'), half);
    }, half);
    return { stop: () => clearTimeout(timer) };
  }

  #longest(share: WorkShare): number {
    return this.#options.queueMax ?? (share === 'anonymous' ? LIMITS.poolQueueAnonymous : LIMITS.poolQueue);
  }
}

function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error('the caller left', { cause: signal.reason });
}
