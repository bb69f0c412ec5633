import type { Refusal } from './upload-limits.ts';

/** What a row shows of a result; the rest stands on the page of the result. */
export interface Verdict {
  /** Of the job. */
  readonly id: string;
  /** One of the published provenance statuses, as far as this page knows. */
  readonly status: string;
  /** How the content was made, as the evidence declares it: one of the published declarations. */
  readonly declares: string;
  /** For a status that this page does not know. */
  readonly text: string;
}

export type Failure =
  /** In the server's own words. */
  | { readonly kind: 'told'; readonly message: string }
  | { readonly kind: 'disconnected' }
  | { readonly kind: 'unexpected'; readonly status: number }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

export type FileState =
  | { readonly kind: 'waiting' }
  /** The limit of the hour is reached; goes on by itself. */
  | { readonly kind: 'held'; readonly untilMs: number }
  | { readonly kind: 'uploading'; readonly part: number }
  | { readonly kind: 'analysing' }
  | { readonly kind: 'done'; readonly verdict: Verdict }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly canRetry: boolean }
  | { readonly kind: 'cancelled' };

/** How a request ends, unless it is cancelled. */
export type Outcome =
  Extract<FileState, { kind: 'done' | 'failed' }> | { readonly kind: 'limited'; readonly seconds: number };

const OPEN: ReadonlySet<FileState['kind']> = new Set(['waiting', 'held', 'uploading', 'analysing']);

/** Whether there is still something to wait for. */
export function isOpen({ kind }: FileState): boolean {
  return OPEN.has(kind);
}
