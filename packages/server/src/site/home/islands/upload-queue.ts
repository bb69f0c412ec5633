import { isOpen, type FileState, type Outcome } from './file-state.ts';
import type { Refusal } from './upload-limits.ts';

/** One request under way. */
export interface Transfer {
  /** Never rejects; stays open when the transfer is cancelled. */
  readonly outcome: Promise<Outcome>;
  cancel(): void;
}

export interface QueueOptions<File> {
  /** How many requests run at the same time. */
  readonly atOnce: number;
  /** Why a file is not sent, given those that are under way. */
  refuse(file: File, underWay: readonly File[]): Refusal | null;
  /** Begins a request. Tells of its progress later, never before it has answered. */
  send(file: File, progress: (state: Extract<FileState, { kind: 'uploading' | 'analysing' }>) => void): Transfer;
  nowMs(): number;
  later(ms: number, work: () => void): void;
  changed(entry: Entry<File>): void;
}

export interface Entry<File> {
  readonly file: File;
  readonly state: FileState;
}

interface OwnEntry<File> extends Entry<File> {
  state: FileState;
}

const SECOND_MS = 1000;

/** Files on their way to the server, each as a request of its own so that each has its verdict as soon as it is known. */
export class UploadQueue<File> {
  readonly #options: QueueOptions<File>;
  readonly #transfers = new Map<Entry<File>, Transfer>();
  #entries: OwnEntry<File>[] = [];
  #heldUntilMs: number | null = null;

  constructor(options: QueueOptions<File>) {
    this.#options = options;
  }

  /** In the order in which they came. */
  get entries(): readonly Entry<File>[] {
    return this.#entries;
  }

  get isBusy(): boolean {
    return this.#entries.some(({ state }) => isOpen(state));
  }

  add(file: File): void {
    const entry: OwnEntry<File> = { file, state: this.#first(file) };
    this.#entries.push(entry);
    this.#options.changed(entry);
    this.#pump();
  }

  /** Sends a file again that failed or was cancelled, if the limits allow it now. */
  retry(entry: Entry<File>): void {
    const own = this.#own(entry);
    if (own === undefined || isOpen(own.state) || own.state.kind === 'done') return;
    this.#set(own, this.#first(own.file));
    this.#pump();
  }

  cancel(entry: Entry<File>): void {
    const own = this.#own(entry);
    if (own === undefined || !isOpen(own.state)) return;
    const transfer = this.#transfers.get(own);
    this.#transfers.delete(own);
    transfer?.cancel();
    this.#set(own, { kind: 'cancelled' });
    this.#pump();
  }

  cancelAll(): void {
    // The last first: cancelling the first would start the ones behind it.
    for (const entry of this.#entries.toReversed()) this.cancel(entry);
  }

  /** Forgets the files that nothing is waited for. */
  clear(): void {
    this.#entries = this.#entries.filter(({ state }) => isOpen(state));
  }

  #own(entry: Entry<File>): OwnEntry<File> | undefined {
    return this.#entries.find((own) => own === entry);
  }

  #first(file: File): FileState {
    const underWay = this.#entries.filter(({ state }) => isOpen(state)).map((entry) => entry.file);
    const refusal = this.#options.refuse(file, underWay);
    if (refusal !== null) {
      const canRetry = refusal === 'too_many' || refusal === 'total_too_large';
      return { kind: 'failed', failure: { kind: 'refused', refusal }, canRetry };
    }
    return this.#heldUntilMs === null ? { kind: 'waiting' } : { kind: 'held', untilMs: this.#heldUntilMs };
  }

  #set(entry: OwnEntry<File>, state: FileState): void {
    entry.state = state;
    this.#options.changed(entry);
  }

  #pump(): void {
    for (const entry of this.#entries) {
      if (this.#heldUntilMs !== null || this.#transfers.size >= this.#options.atOnce) return;
      if (entry.state.kind === 'waiting') this.#start(entry);
    }
  }

  #start(entry: OwnEntry<File>): void {
    const isCurrent = (): boolean => this.#transfers.get(entry) === transfer;
    const transfer = this.#options.send(entry.file, (state) => {
      if (isCurrent()) this.#set(entry, state);
    });
    this.#transfers.set(entry, transfer);
    this.#set(entry, { kind: 'uploading', part: 0 });
    void transfer.outcome.then((outcome) => {
      if (!isCurrent()) return;
      this.#transfers.delete(entry);
      if (outcome.kind === 'limited') this.#hold(entry, outcome.seconds);
      else this.#set(entry, outcome);
      this.#pump();
    });
  }

  /** The server takes no more for now, so nothing more is sent either: it would be uploaded for nothing. */
  #hold(refused: OwnEntry<File>, seconds: number): void {
    if (this.#heldUntilMs === null) {
      this.#heldUntilMs = this.#options.nowMs() + seconds * SECOND_MS;
      this.#options.later(seconds * SECOND_MS, () => this.#resume());
    }
    const untilMs = this.#heldUntilMs;
    for (const entry of this.#entries) {
      if (entry === refused || entry.state.kind === 'waiting') this.#set(entry, { kind: 'held', untilMs });
    }
  }

  #resume(): void {
    this.#heldUntilMs = null;
    for (const entry of this.#entries) {
      if (entry.state.kind === 'held') this.#set(entry, { kind: 'waiting' });
    }
    this.#pump();
  }
}
