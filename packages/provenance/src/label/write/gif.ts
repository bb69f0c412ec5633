import { LIMITS } from '../../limits.ts';
import {
  GIF_COMMENT,
  gifBlocks,
  joinSubBlocks,
  readGifPacket,
  XMP_APPLICATION,
  XMP_TRAILER,
  type GifBlock,
} from '../../media/gif-blocks.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { imagePlan } from './image-plan.ts';
import { joinBytes } from './number-bytes.ts';
import type { Splice } from './splice.ts';
import type { LabelPlan, LabelTest } from './writer.ts';
import { hasXmpLabel, setXmpLabel } from './xmp-edit.ts';

/** Offset of the `7` or `9` in the version. */
const VERSION_OFFSET = 4;
const [SEVEN, NINE] = [0x37, 0x39];
const GRAPHIC_CONTROL = 0xf9;
const PLAIN_TEXT = 0x01;

/** An extension that may hold a label. */
interface LabelExtension {
  kind: 'xmp' | 'comment';
  start: number;
  end: number;
  content: Uint8Array;
}

/** The label in the file's XMP: an application extension before the first image. */
export function writeGif(source: MediaSource, json: string, isLabel: LabelTest): LabelPlan {
  const { extensions, firstImage } = readExtensions(source);
  const splices: Splice[] = [];
  // Extensions exist since version 89a (GIF89a, appendix A).
  if (source.bytes(VERSION_OFFSET, 1, 'GIF version')[0] === SEVEN) {
    splices.push({ offset: source.fileOffset(VERSION_OFFSET), removed: 1, inserted: Uint8Array.of(NINE) });
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

/** Also where the blocks of the first image begin, or the trailer when there is no image. */
function readExtensions(source: MediaSource): { extensions: LabelExtension[]; firstImage: number } {
  const extensions: LabelExtension[] = [];
  let firstImage: number | null = null;
  for (const block of gifBlocks(source)) {
    if (isOfImage(block)) firstImage ??= block.start;
    const extension = readExtension(source, block);
    if (extension !== null) extensions.push(extension);
  }
  return { extensions, firstImage: firstImage ?? source.size };
}

function isOfImage({ kind, label }: GifBlock): boolean {
  return kind !== 'extension' || label === GRAPHIC_CONTROL || label === PLAIN_TEXT;
}

/** Null for an extension that cannot hold a label. */
function readExtension(source: MediaSource, block: GifBlock): LabelExtension | null {
  const { start, data, label } = block;
  if (label === GIF_COMMENT) {
    const end = block.end();
    // A comment of megabytes is not a label.
    if (end - data > LIMITS.labelBytes) return null;
    return { kind: 'comment', start, end, content: joinSubBlocks(source, data).bytes };
  }
  if (!block.isNamed(XMP_APPLICATION)) return null;
  return { kind: 'xmp', start, end: block.end(), content: readGifPacket(source, block).bytes };
}

function replace(source: MediaSource, { start, end }: LabelExtension, inserted: Uint8Array): Splice {
  return { offset: source.fileOffset(start), removed: end - start, inserted };
}

function xmpExtension(packet: Uint8Array): Uint8Array {
  return joinBytes(`!\u{ff}\u{b}${XMP_APPLICATION}`, packet, XMP_TRAILER);
}
