import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import {
  checkWritten,
  copySpliced,
  openFileSource,
  planLabel,
  readLabels,
  type LabelText,
  type MediaType,
  type RandomAccess,
} from '@revera/provenance';

export interface WriteOrder {
  mediaType: MediaType;
  label: LabelText;
  outputPath: string;
  /** Whether to replace an existing output. */
  overwrite: boolean;
}

/**
 * Writes a labelled copy beside its place, reads it back, and only then gives it its name.
 * @throws {LabelWriteError}, errors of the file system
 */
export function writeLabelFile(source: RandomAccess, order: WriteOrder): { location: string; isFallback: boolean } {
  const { mediaType, label, outputPath, overwrite } = order;
  const { splices, location, isFallback } = planLabel(source, mediaType, label);
  const draft = `${outputPath}.${randomBytes(8).toString('hex')}.part`;
  try {
    const descriptor = openSync(draft, 'wx');
    try {
      copySpliced(source, splices, (bytes) => writeFully(descriptor, bytes));
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    const written = openFileSource(draft);
    try {
      checkWritten(readLabels(written, mediaType), label);
    } finally {
      written.close();
    }
    // A link fails on an existing name, a rename would replace it.
    (overwrite ? renameSync : linkSync)(draft, outputPath);
    return { location, isFallback };
  } finally {
    rmSync(draft, { force: true });
  }
}

function writeFully(descriptor: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done, bytes.length - done);
}
