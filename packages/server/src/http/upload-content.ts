import type { IncomingHttpHeaders } from 'node:http';
import type { FileContent } from '@revera/provenance';

/**
 * Where the bytes of an uploaded file are: in memory, from where they may be transferred to a thread, which leaves none here, or
 * in a file with a random name in the private directory, mode 0600.
 */
export type UploadContent = FileContent;

/**
 * What the handler needs of the files.
 *
 * - `passing`: they are read once while the caller waits. Small ones stay in memory.
 * - `file`: they are files, which outlive the process but perhaps not the machine.
 * - `flushed_file`: they are flushed to the disk before the handler continues, because it promises to keep them.
 */
export type UploadStorage = 'passing' | 'file' | 'flushed_file';

/** Decides by the headers, before the body is read. */
export type ChooseStorage = (headers: IncomingHttpHeaders) => UploadStorage;

/** For files that are only ever read while the caller waits. */
export const passing: ChooseStorage = () => 'passing';

/** The path of an upload whose route declares that it needs files. */
export function pathOf(content: UploadContent): string {
  if (content.kind === 'memory') throw new TypeError('the file of this upload is in memory');
  return content.path;
}
