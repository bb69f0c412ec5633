/**
 * The location of a job's file, as the job's row stores it. A file is named within the folder of uploads that the row names too,
 * never by a path, which means something else on another host; null when an earlier version did not name the folder.
 */
export type StoredUpload = { kind: 'file'; folder: string | null; name: string } | { kind: 'object'; name: string };

/** The folder that a worker needs to read the file; null when any worker can. */
export function folderOf(upload: StoredUpload): string | null {
  return upload.kind === 'file' ? upload.folder : null;
}

/** The file of a job as it was received, for every reader to check what it has. */
export interface UploadFacts {
  upload: StoredUpload;
  size_bytes: number;
  /** Hexadecimal, lower case. */
  sha256: string;
}

/** The file of a job is missing or has changed: no attempt can help. */
export class UploadLost extends Error {
  override readonly name = 'UploadLost';
}
