import { openFileSource, readLabels, sniff, type LabelFacts, type MediaType } from '@revera/provenance';
import type { FoundFile } from '../verify/find-files.ts';
import { isFileSystemError } from '../trust-files.ts';

/** The result of reading one file for labels. */
export type LabelReading =
  | { kind: 'read'; path: string; mediaType: MediaType; facts: LabelFacts }
  /** Of an unknown type, or plain text without a label; only for files found in a folder. */
  | { kind: 'skipped'; path: string }
  | { kind: 'failed'; path: string; reason: string };

/** Reads one file. Nothing in the file, and no error of the file system, makes it throw. */
export function readLabelFile(file: FoundFile): LabelReading {
  const { path } = file;
  if (file.kind === 'unreadable') return { kind: 'failed', path, reason: file.reason };
  try {
    const source = openFileSource(path);
    try {
      const mediaType = sniff(source);
      const isFound = file.origin === 'folder';
      if (mediaType === null) {
        return isFound ? { kind: 'skipped', path } : { kind: 'failed', path, reason: 'of no known media type' };
      }
      const facts = readLabels(source, mediaType);
      if (isFound && mediaType === 'text/plain' && facts.labels.length === 0) return { kind: 'skipped', path };
      return { kind: 'read', path, mediaType, facts };
    } finally {
      source.close();
    }
  } catch (error) {
    if (!isFileSystemError(error)) throw error;
    return { kind: 'failed', path, reason: error.code };
  }
}
