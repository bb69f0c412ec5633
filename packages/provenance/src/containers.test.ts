import { concat, insert, mutateFile, seededRandom, u8 } from '@revera/testkit';
import { hostileFiles } from '@revera/testkit/hostile';
import { aigcCarriers, aigcFields, aigcText, hostileLabelFiles, mirrored } from '@revera/testkit/label';
import { buildGif, mediaKinds } from '@revera/testkit/media';
import { describe, expect, it } from 'vitest';
import { DecodeError } from './bytes/decode-error.ts';
import { bufferSource, type RandomAccess } from './bytes/random-access.ts';
import { writeGif } from './label/write/gif.ts';
import { writeJpeg } from './label/write/jpeg.ts';
import { writePng } from './label/write/png.ts';
import { sortSplices } from './label/write/splice.ts';
import { writeTiff } from './label/write/tiff.ts';
import { LabelWriteError, type LabelWriter, type Splice } from './label/write/writer.ts';
import { LIMITS } from './limits.ts';
import { gifBlocks } from './media/gif-blocks.ts';
import { readGif } from './media/gif.ts';
import { jpegSegments } from './media/jpeg-segments.ts';
import { readJpeg } from './media/jpeg.ts';
import { MediaSource } from './media/media-source.ts';
import type { MediaType } from './media/media-types.ts';
import type { MetadataItem } from './media/metadata-item.ts';
import { pngChunks } from './media/png-chunks.ts';
import { readPng } from './media/png.ts';
import { sniff } from './media/sniff.ts';
import { readTiff } from './media/tiff.ts';
import { gifContent, pngContent } from './signed-copy/chunk-content.ts';
import { jpegContent } from './signed-copy/segment-content.ts';
import { readItemsOf, type MetadataReader } from './testing/read-media.ts';

const SEED = 20_261_122;
const MUTATIONS = 2_000;
/** Mutated files that the writer must not refuse, so that the comparison is not an empty one. */
const ACCEPTED = 400;
const GIF_VERSION_AT = 3;
const LARGEST_BYTES = 20_000;
const JSON_LABEL = '{"Label":"1"}';

const GIF_CREDENTIAL = concat(u8(0x21, 0xff, 11), 'C2PA_GIF', u8(1, 0, 0), u8(5), 'store', u8(0));

interface Container {
  name: string;
  mediaType: MediaType;
  reader: MetadataReader;
  writer: LabelWriter;
  /** Texts that the writer removes when it takes every text for a label. */
  isText: (item: MetadataItem) => boolean;
}

const CONTAINERS: readonly Container[] = [
  {
    name: 'JPEG',
    mediaType: 'image/jpeg',
    reader: readJpeg,
    writer: writeJpeg,
    isText: ({ kind, path, intact }) =>
      kind === 'comment' || (path.startsWith('APP1/Exif/') && isExifText(kind, intact)),
  },
  {
    name: 'PNG',
    mediaType: 'image/png',
    reader: readPng,
    writer: writePng,
    isText: ({ kind, path, intact }) =>
      (kind === 'entry' && /^[tzi][TX]Xt$/.test(path)) || (path.startsWith('eXIf/') && isExifText(kind, intact)),
  },
  {
    name: 'GIF',
    mediaType: 'image/gif',
    reader: readGif,
    writer: writeGif,
    isText: ({ kind }) => kind === 'comment',
  },
  {
    name: 'TIFF',
    mediaType: 'image/tiff',
    reader: readTiff,
    writer: writeTiff,
    isText: ({ kind, path, intact }) => /^(?:IFD\d+|Exif)$/.test(path) && isExifText(kind, intact),
  },
];

/** A value that the file ends in is left as it is. */
function isExifText(kind: MetadataItem['kind'], intact: boolean): boolean {
  return kind === 'entry' && intact;
}

const CONTENTS = [
  { name: 'JPEG', mediaType: 'image/jpeg', content: jpegContent, parts: jpegSegments },
  { name: 'PNG', mediaType: 'image/png', content: pngContent, parts: pngChunks },
  { name: 'GIF', mediaType: 'image/gif', content: gifContent, parts: gifBlocks },
] as const;

describe.each(CONTAINERS)('$name, mutated', ({ mediaType, reader, writer, isText }) => {
  it('is the same list of texts to its reader and its writer', () => {
    let accepted = 0;
    for (const file of mutated(mediaType)) {
      const source = MediaSource.of(watched(file));
      const { items, problems } = readItemsOf(reader, source);
      expect(source.bytesRead).toBeLessThanOrEqual(LIMITS.mediaReadBytes);
      const splices = planned(writer, file);
      // The reader reports a bounded number of items, and the writer removes all of them.
      if (splices === null || problems.some(({ kind }) => kind === 'limit')) continue;
      accepted += 1;
      const removals = splices.filter(({ removed, inserted }) => removed > 0 && inserted.length === 0);
      const unwritten = items.filter((item) => isText(item) && !splices.some((one) => holds(one, item)));
      const unread = removals.filter((one) => !items.some((item) => holds(one, item)));
      expect({ unwritten, unread }).toEqual({ unwritten: [], unread: [] });
    }
    expect(accepted).toBeGreaterThan(ACCEPTED);
  }, 120_000);
});

describe.each(CONTENTS)('$name, mutated and signed', ({ mediaType, content, parts }) => {
  it('loses only whole parts that every reader sees', () => {
    for (const file of mutated(mediaType)) {
      const ends = new Map<number, number>();
      attempt(() => {
        for (const part of parts(MediaSource.of(watched(file)))) {
          ends.set(part.start, typeof part.end === 'number' ? part.end : part.end());
        }
      });
      const splices = sortSplices(content(MediaSource.of(watched(file))));
      for (const { offset, removed } of splices) {
        // The version of a GIF is left out, too.
        if (offset !== GIF_VERSION_AT) expect(ends.get(offset)).toBe(offset + removed);
      }
    }
  }, 120_000);
});

const ORIGINALS = [
  ...aigcCarriers.map(({ build }) => build(aigcText(mirrored(aigcFields())))),
  ...Object.values({ ...mediaKinds, ...hostileFiles, ...hostileLabelFiles }).map((kind) => kind.build()),
  insert(buildGif(), buildGif().length - 1, GIF_CREDENTIAL),
].flatMap((file) => (file.length < LARGEST_BYTES ? [{ file, mediaType: sniff(bufferSource(file)) }] : []));

/** Files of this type, with credentials, labels and attacks in them, each followed by mutated copies. */
function* mutated(mediaType: MediaType): Generator<Uint8Array> {
  const originals = ORIGINALS.filter((one) => one.mediaType === mediaType);
  const random = seededRandom(SEED);
  for (let index = 0; index < MUTATIONS; index += 1) {
    const original = originals[index % originals.length];
    if (original === undefined) throw new Error('no original');
    yield index < originals.length ? original.file : mutateFile(original.file, random);
  }
}

/** A source that fails when read out of range. */
function watched(file: Uint8Array): RandomAccess {
  const read: RandomAccess['read'] = (offset, length) => {
    if (offset < 0 || length < 0 || offset + length > file.length) throw new Error(`read of ${length} at ${offset}`);
    return file.subarray(offset, offset + length);
  };
  return { size: file.length, read, close: () => undefined };
}

/** What the writer changes when it takes every text for a label; null when it refuses the file. */
function planned(writer: LabelWriter, file: Uint8Array): Splice[] | null {
  try {
    return writer(MediaSource.of(watched(file)), JSON_LABEL, () => true).splices;
  } catch (error) {
    if (error instanceof LabelWriteError || error instanceof DecodeError) return null;
    throw error;
  }
}

/** Walks as far as the structure can be followed. */
function attempt(walk: () => void): void {
  try {
    walk();
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
  }
}

function holds(splice: Splice, { offset, length }: MetadataItem): boolean {
  return splice.offset <= offset && offset + length <= splice.offset + splice.removed;
}
