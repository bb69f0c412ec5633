/** A place in a file where a cover may be; nothing of the picture has been read. */
export interface CoverCandidate {
  /** The file calls it its front cover; others may show an artist, a label or an icon. */
  isFront: boolean;
  /** @throws {DecodeError} not what it should be; {LimitError} too large, or the file's budget is spent */
  read: () => Uint8Array;
}

/** Given each place in turn. */
export type TakeCover = (candidate: CoverCandidate) => void;

/** Among the kinds of pictures of ID3 and FLAC: the front cover (ID3v2.4 frames §4.14, RFC 9639 §8.8). */
export const FRONT_COVER = 3;
