import type { MediaSource } from '../../media/media-source.ts';
import { readGifBlocks, XMP_APPLICATION, XMP_TRAILER, type GifExtension } from './gif-blocks.ts';
import { imagePlan } from './image-plan.ts';
import type { Splice } from './splice.ts';
import type { LabelPlan, LabelTest } from './writer.ts';
import { hasXmpLabel, setXmpLabel } from './xmp-edit.ts';

/** Of the `7` or `9` in the version. */
const VERSION_OFFSET = 4;

/** The label in the file's XMP: an application extension in front of the first image. */
export function writeGif(source: MediaSource, json: string, isLabel: LabelTest): LabelPlan {
  const { extensions, firstImage, version } = readGifBlocks(source);
  const splices: Splice[] = [];
  // Extensions exist since version 89a (GIF89a, appendix A).
  if (version === '87a') {
    splices.push({ offset: source.fileOffset(VERSION_OFFSET), removed: 1, inserted: Uint8Array.of(0x39) });
  }
  const [home, ...further] = extensions.filter(({ kind }) => kind === 'xmp');
  const inserted = xmpExtension(setXmpLabel(home?.content ?? null, json, isLabel));
  if (home === undefined) splices.push({ offset: source.fileOffset(firstImage), removed: 0, inserted });
  else splices.push(replace(source, home, inserted));
  for (const extension of [...further, ...extensions.filter(({ kind }) => kind === 'comment')]) {
    const { kind, content } = extension;
    const isOther = kind === 'xmp' ? hasXmpLabel(content, isLabel) : isLabel(content, null);
    if (isOther) splices.push(replace(source, extension, new Uint8Array(0)));
  }
  return imagePlan(splices, XMP_APPLICATION);
}

function replace(source: MediaSource, { start, end }: GifExtension, inserted: Uint8Array): Splice {
  return { offset: source.fileOffset(start), removed: end - start, inserted };
}

function xmpExtension(packet: Uint8Array): Uint8Array {
  const head = Buffer.from(`!\u{ff}\u{b}${XMP_APPLICATION}`, 'latin1');
  return Uint8Array.from(Buffer.concat([head, packet, XMP_TRAILER]));
}
