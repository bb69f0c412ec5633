import { be16, be32, concat, type Bytes } from '../bytes.ts';
import { buildJpeg, JPEG_SEGMENT_MAX_PAYLOAD, type JpegSegment } from '../media/jpeg.ts';

const APP11 = 0xeb;
/** Common identifier, box instance and packet number, then the box head that every piece repeats. */
const PIECE_HEAD_BYTES = 2 + 2 + 4;
const BOX_HEAD_BYTES = 8;
/** Enough for the first piece to hold the description box, by which a reader knows a manifest store. */
const SMALL_PIECE_BYTES = 64;

export interface App11Options {
  /** Bytes of the store in each piece. Default: as many as fit. */
  pieceBytes?: number;
  /** Number of the first box instance. Default 1. */
  instance?: number;
}

/** Cuts a manifest store (JUMBF) into APP11 segments (C2PA 2.x Annex A.3.1, ISO 19566-5 Annex D). */
export function app11Segments(store: Uint8Array, options: App11Options = {}): JpegSegment[] {
  const { pieceBytes = JPEG_SEGMENT_MAX_PAYLOAD - PIECE_HEAD_BYTES - BOX_HEAD_BYTES, instance = 1 } = options;
  const boxHead = store.subarray(0, BOX_HEAD_BYTES);
  const segments: JpegSegment[] = [];
  for (let at = BOX_HEAD_BYTES; at < store.length || segments.length === 0; at += pieceBytes) {
    const head = concat('JP', be16(instance), be32(segments.length + 1), boxHead);
    segments.push({ marker: APP11, payload: concat(head, store.subarray(at, at + pieceBytes)) });
  }
  return segments;
}

/** A JPEG that carries each given store as one more JUMBF box. */
export function jpegWithManifestStores(stores: readonly Uint8Array[], options: App11Options = {}): Bytes {
  const first = options.instance ?? 1;
  const segments = stores.flatMap((store, index) => app11Segments(store, { ...options, instance: first + index }));
  return buildJpeg({ segments });
}

/** One store in exactly `count` small pieces, in order and complete. `makeStore` makes one of the given size. */
export function jpegInManyPieces(count: number, makeStore: (bytes: number) => Uint8Array): Bytes {
  return jpegWithManifestStores([makeStore(BOX_HEAD_BYTES + count * SMALL_PIECE_BYTES)], {
    pieceBytes: SMALL_PIECE_BYTES,
  });
}

/** `count` different boxes, each in one segment, none of them a manifest store. */
export function jpegWithManyBoxes(count: number): Bytes {
  const box = concat(be32(BOX_HEAD_BYTES + 8), 'free', new Uint8Array(8));
  const segments = Array.from({ length: count }, (_, index) => app11Segments(box, { instance: (index % 0xffff) + 1 }));
  return buildJpeg({ segments: segments.flat() });
}

/** The pieces of one store in reverse order. */
export function jpegWithSwappedPieces(store: Uint8Array, pieceBytes: number): Bytes {
  return buildJpeg({ segments: app11Segments(store, { pieceBytes }).toReversed() });
}

/** Another segment between the first piece of a store and the rest. */
export function jpegWithGapInPieces(store: Uint8Array, pieceBytes: number): Bytes {
  const [first, ...rest] = app11Segments(store, { pieceBytes });
  const comment: JpegSegment = { marker: 0xfe, payload: concat('between') };
  return buildJpeg({ segments: [...(first === undefined ? [] : [first]), comment, ...rest] });
}
