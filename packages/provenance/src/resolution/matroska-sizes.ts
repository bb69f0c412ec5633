import { bigEndian, ebmlChildren, readEbmlElement, type EbmlElement } from '../media/ebml.ts';
import { MATROSKA } from '../media/matroska-ids.ts';
import { segmentChildren } from '../media/matroska-segment.ts';
import type { MediaSource } from '../media/media-source.ts';
import type { ResolutionClue } from './facts.ts';
import { sizeClues, sizeOf } from './video-sizes.ts';

const VIDEO_TRACK = 1;
/** Units of the display (RFC 9559 §5.1.4.1.28.13): pixels, and a shape whose numbers are no sizes. */
const [PIXELS, SHAPE] = [0, 3];
const NUMBER_BYTES = 8;

/**
 * What the first video track of a Matroska or WebM file says about its sizes: as coded, as shown and as displayed. No statement
 * about the pixels.
 * @throws {DecodeError} {LimitError} the structure is damaged, or the file's budget is spent
 */
export function matroskaClues(source: MediaSource): ResolutionClue[] {
  const tracks = findTracks(source);
  if (tracks === null) return [];
  for (const entry of ebmlChildren(source, tracks)) {
    if (entry.id !== MATROSKA.trackEntry) continue;
    const children = [...ebmlChildren(source, entry)];
    const video = children.find(({ id }) => id === MATROSKA.video);
    const type = children.find(({ id }) => id === MATROSKA.trackType);
    if (video !== undefined && type !== undefined && numberIn(source, type) === VIDEO_TRACK) {
      return videoClues(source, video);
    }
  }
  return [];
}

/** They stand before the clusters, in files that can be played while they arrive. */
function findTracks(source: MediaSource): EbmlElement | null {
  const header = readEbmlElement(source, 0, source.size);
  const segment = readEbmlElement(source, header.end, source.size);
  if (header.id !== MATROSKA.ebmlHeader || segment.id !== MATROSKA.segment) return null;
  for (const child of segmentChildren(source, segment)) if (child.id === MATROSKA.tracks) return child;
  return null;
}

function videoClues(source: MediaSource, video: EbmlElement): ResolutionClue[] {
  const numbers = new Map<number, number>();
  for (const child of ebmlChildren(source, video)) {
    if (child.end - child.data <= NUMBER_BYTES) numbers.set(child.id, numberIn(source, child));
  }
  const valueOf = (id: number): number => numbers.get(id) ?? 0;
  const coded = sizeOf(valueOf(MATROSKA.pixelWidth), valueOf(MATROSKA.pixelHeight));
  if (coded === null) return [];
  const cropped = sizeOf(
    coded.width - valueOf(MATROSKA.pixelCropLeft) - valueOf(MATROSKA.pixelCropRight),
    coded.height - valueOf(MATROSKA.pixelCropTop) - valueOf(MATROSKA.pixelCropBottom),
  );
  const isCropped = cropped !== null && (cropped.width < coded.width || cropped.height < coded.height);
  const stated = sizeOf(valueOf(MATROSKA.displayWidth), valueOf(MATROSKA.displayHeight));
  const whole = cropped ?? coded;
  // How the display's shape differs from that of what is shown.
  const shape = stated === null ? null : (stated.width * whole.height) / (stated.height * whole.width);
  const unit = valueOf(MATROSKA.displayUnit);
  return sizeClues({
    coded,
    shown: isCropped ? cropped : null,
    pixelShape: unit === PIXELS || unit === SHAPE ? shape : null,
    display: unit === PIXELS ? stated : null,
  });
}

function numberIn(source: MediaSource, { data, end }: EbmlElement): number {
  return bigEndian(source.bytes(data, Math.min(end - data, NUMBER_BYTES), 'Matroska number'));
}
