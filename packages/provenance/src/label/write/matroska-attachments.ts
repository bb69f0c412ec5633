import { latin1Text } from '../../bytes/latin1-text.ts';
import { ebmlChildren, type EbmlElement } from '../../media/ebml.ts';
import { MATROSKA } from '../../media/matroska-ids.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { LIMITS } from '../../limits.ts';
import { trimZeros } from '../../media/stored-value.ts';
import { voidElement, withCrc } from './ebml-out.ts';
import type { MatroskaLayout } from './matroska-layout.ts';
import type { Splice } from './splice.ts';
import type { LabelTest } from './writer.ts';

const NAME = 'AIGC';
const NAME_MAX_BYTES = 1024;

/** Attached files that are labels are replaced by Void of the same length, so that nothing moves. */
export function attachmentSplices({ source, children }: MatroskaLayout, isLabel: LabelTest): Splice[] {
  return children
    .filter(({ id }) => id === MATROSKA.attachments)
    .flatMap((attachments) => {
      const files = [...ebmlChildren(source, attachments)].filter((file) => isLabelFile(source, file, isLabel));
      if (files.length === 0) return [];
      if (attachments.end - attachments.data > LIMITS.mediaItemBytes) return files.map((file) => blank(source, file));
      const { data, end } = attachments;
      const content = Uint8Array.from(source.bytes(data, end - data, 'Matroska attachments'));
      for (const file of files) content.set(voidElement(file.end - file.offset), file.offset - data);
      return [{ offset: source.fileOffset(data), removed: content.length, inserted: withCrc(content) }];
    });
}

function blank(source: MediaSource, { offset, end }: EbmlElement): Splice {
  const removed = end - offset;
  return { offset: source.fileOffset(offset), removed, inserted: voidElement(removed) };
}

function isLabelFile(source: MediaSource, file: EbmlElement, isLabel: LabelTest): boolean {
  if (file.id !== MATROSKA.attachedFile) return false;
  for (const { id, data, end } of ebmlChildren(source, file)) {
    const length = end - data;
    if (id === MATROSKA.fileName && length <= NAME_MAX_BYTES) {
      const name = latin1Text(trimZeros(source.bytes(data, length, 'Matroska FileName')));
      if (name.toUpperCase() === NAME) return true;
    }
    // Attached fonts and pictures need not be read.
    if (id !== MATROSKA.fileData || length > LIMITS.labelBytes) continue;
    if (isLabel(source.bytes(data, length, 'Matroska FileData'), null)) return true;
  }
  return false;
}
