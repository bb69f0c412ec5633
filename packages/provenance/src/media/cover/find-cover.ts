import { bufferSource, type RandomAccess } from '../../bytes/random-access.ts';
import { LIMITS } from '../../limits.ts';
import { MediaSource } from '../media-source.ts';
import type { MediaType } from '../media-types.ts';
import { MetadataSink } from '../metadata-sink.ts';
import { sniff } from '../sniff.ts';
import { findBmffCovers } from './bmff-cover.ts';
import type { TakeCover } from './cover-candidate.ts';
import { findFlacCovers } from './flac-cover.ts';
import { findId3Covers } from './id3-cover.ts';

/** Formats of covers. The bytes decide: what the container calls them is not needed. */
const COVER_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const satisfies readonly MediaType[];

/** The picture that a recording or clip carries of itself, as stored: hostile bytes, to be shown as a preview only. */
export interface Cover {
  mediaType: (typeof COVER_TYPES)[number];
  /** Memory of its own, so that it crosses to another thread without the file around it. */
  bytes: Uint8Array;
}

type Finder = (source: MediaSource, sink: MetadataSink, take: TakeCover) => void;

const FINDERS: ReadonlyMap<MediaType, Finder> = new Map<MediaType, Finder>([
  ['video/mp4', findBmffCovers],
  ['video/quicktime', findBmffCovers],
  ['audio/mp4', findBmffCovers],
  ['audio/mpeg', findId3Covers],
  ['audio/aac', findId3Covers],
  ['audio/flac', findFlacCovers],
]);

/**
 * The front cover of a file, otherwise the first of its pictures that is one; null when it has none within the limits. Never
 * throws because of what is in the file; errors of the source come through.
 */
export function findCover(source: RandomAccess, mediaType: MediaType): Cover | null {
  const find = FINDERS.get(mediaType);
  if (find === undefined) return null;
  const bounded = MediaSource.of(source, { bytes: LIMITS.coverReadBytes, steps: LIMITS.coverSteps });
  const sink = new MetadataSink();
  const found: { first: Cover | null; front: Cover | null } = { first: null, front: null };
  const take: TakeCover = ({ isFront, read }) => {
    if (found.front !== null || (found.first !== null && !isFront)) return;
    const bytes = read();
    const type = pictureType(bytes);
    if (type === undefined) return;
    const cover = { mediaType: type, bytes: bytes.slice() };
    if (isFront) found.front = cover;
    else found.first = cover;
  };
  sink.run(() => find(bounded, sink, take));
  return found.front ?? found.first;
}

function pictureType(bytes: Uint8Array): Cover['mediaType'] | undefined {
  const found = sniff(bufferSource(bytes));
  return COVER_TYPES.find((type) => type === found);
}
