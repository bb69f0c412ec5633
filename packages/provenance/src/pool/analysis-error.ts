import type { LabelWriteProblem } from '../label/write/writer.ts';

/**
 * Why a file could not be analysed.
 *
 * - `unknown_media_type`: the media type is not known.
 * - `nothing_readable`: the type is known, but no reader could make anything of the file.
 * - `file_unreadable`: the path cannot be opened.
 * - `deadline_exceeded`, `memory_exceeded`, `thread_died`: the thread was ended and replaced.
 * - `not_started`: it waited too long to be started (`countsWaiting`).
 * - `pool_overloaded`: too many files are waiting already. `pool_closed`: the pool was closed in the meantime.
 */
export type AnalysisErrorCode =
  | 'unknown_media_type'
  | 'nothing_readable'
  | 'file_unreadable'
  | 'deadline_exceeded'
  | 'memory_exceeded'
  | 'thread_died'
  | 'not_started'
  | 'pool_overloaded'
  | 'pool_closed';

export class AnalysisError extends Error {
  readonly code: AnalysisErrorCode;

  constructor(code: AnalysisErrorCode, options?: ErrorOptions) {
    super(code, options);
    this.name = 'AnalysisError';
    this.code = code;
  }
}

/**
 * Why a file could not be signed, besides all reasons why it could not be analysed.
 *
 * - `not_signable`: no credential is written into this media type.
 * - `media_unreadable`: its container could not be parsed.
 * - `remote_manifest_found`: the file names a remote manifest, and the caller wants it refused.
 * - `remote_manifest_kept`: the address of a remote manifest could not be removed.
 * - `unsafe_structure`: the engine would spoil the file, and no form of it that it gets right can be written.
 * - `output_differs`: the signed copy had lost or changed something besides its credential, and was not returned.
 * - `label_…`: the label could not be written into this file.
 * - `output_unwritable`: the signed copy could not be written, for example on a full disk.
 */
export type SigningErrorCode =
  | 'not_signable'
  | 'media_unreadable'
  | 'remote_manifest_found'
  | 'remote_manifest_kept'
  | 'unsafe_structure'
  | 'output_differs'
  | `label_${LabelWriteProblem}`
  | 'output_unwritable';

export class SigningError extends Error {
  readonly code: SigningErrorCode;

  constructor(code: SigningErrorCode, options?: ErrorOptions) {
    super(code, options);
    this.name = 'SigningError';
    this.code = code;
  }
}
