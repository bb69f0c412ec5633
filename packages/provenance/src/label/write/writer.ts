import type { MediaSource } from '../../media/media-source.ts';
import type { ItemEncoding } from '../../media/metadata-item.ts';

/** Why a writer cannot put a label into this particular file. */
export type LabelWriteProblem =
  /** The table of carriers names no place in this format. */
  | 'unsupported_carrier'
  /** The container is damaged, or of a form that this writer does not change. */
  | 'media_unreadable'
  /** The place is full: a JPEG segment holds 64 KiB. */
  | 'no_room'
  /** Rule AIGC-081: reading the result finds something else, or another label besides. */
  | 'read_back_failed';

export class LabelWriteError extends Error {
  readonly code: LabelWriteProblem;

  constructor(code: LabelWriteProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'LabelWriteError';
    this.code = code;
  }
}

/**
 * One change of a file: `removed` bytes at `offset` of the original are replaced by `inserted`. A writer returns the list of
 * its changes, so nothing else can change.
 */
export interface Splice {
  offset: number;
  removed: number;
  inserted: Uint8Array;
}

/** Where the label went. */
export interface LabelPlan {
  splices: Splice[];
  /** As a reading of the result names it: the path of the item. */
  location: string;
  /** The format's own place was taken by tags of another kind, so the label is in the next best one. */
  isFallback: boolean;
}

/**
 * Plans how the file comes to hold exactly one label, in the place that the table of carriers names for its format: whatever
 * is in that place is replaced, labels elsewhere in the file are removed, everything else stays. `json` is the label's
 * compact text: printable ASCII.
 *
 * @throws {LabelWriteError}
 * @throws {DecodeError} the container is damaged
 */
export type LabelWriter = (source: MediaSource, json: string, isLabel: LabelTest) => LabelPlan;

/** Whether a value of the file is a label and must make room for the new one. */
export type LabelTest = (bytes: Uint8Array, encoding: ItemEncoding) => boolean;
