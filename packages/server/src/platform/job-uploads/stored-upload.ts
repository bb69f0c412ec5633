/**
 * Where the file of a job lies, as the job's row says. A file is named within the folder of uploads that the row names
 * too, never by a path, which means another thing on another host; null: an earlier version did not name the folder.
 */
export type StoredUpload = { kind: 'file'; folder: string | null; name: string } | { kind: 'object'; name: string };

/** The folder that a worker must have to read the file; null: any worker gets at it. */
export function folderOf(upload: StoredUpload): string | null {
  return upload.kind === 'file' ? upload.folder : null;
}

/** The file of a job as it was received, by which every reader checks what it has. */
export interface UploadFacts {
  upload: StoredUpload;
  size_bytes: number;
  /** Hexadecimal, lower case. */
  sha256: string;
}

/** The file of a job is not there any more, or is another one: no attempt can change that. */
export class UploadLost extends Error {
  override readonly name = 'UploadLost';
}
