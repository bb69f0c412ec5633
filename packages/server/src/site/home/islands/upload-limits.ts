/** What the server takes in one go; told by the page. */
export interface UploadLimits {
  readonly fileBytes: number;
  readonly files: number;
  readonly totalBytes: number;
}

/** What is known of a file before a byte of it is sent. */
export interface Candidate {
  readonly size: number;
  readonly isFolder: boolean;
}

export type Refusal = 'folder' | 'empty' | 'file_too_large' | 'too_many' | 'total_too_large';

/**
 * Why a file need not be sent, or null.
 *
 * @param underWay the files that are waiting or being worked on; those that are done make room
 */
export function refusalOf(
  { size, isFolder }: Candidate,
  underWay: readonly Candidate[],
  limits: UploadLimits,
): Refusal | null {
  if (isFolder) return 'folder';
  if (size === 0) return 'empty';
  if (size > limits.fileBytes) return 'file_too_large';
  if (underWay.length >= limits.files) return 'too_many';
  const bytes = underWay.reduce((sum, candidate) => sum + candidate.size, size);
  return bytes > limits.totalBytes ? 'total_too_large' : null;
}
