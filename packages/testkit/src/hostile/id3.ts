import { be32, concat, u8, type Bytes } from '../bytes.ts';
import { mp3Frame, synchsafe } from '../media/audio.ts';
import { U32_MAX } from './attack-sizes.ts';

const COMPRESSED_V23 = 0x80;
const SYNCHSAFE_MAX = 0x0fff_ffff;

/** An ID3v2.3 frame marked as compressed and too short for the length field that then comes first: size - 4 underflows. */
export function id3CompressionUnderflow(): Bytes {
  return id3v23(concat('GEOB', be32(1), u8(0, COMPRESSED_V23), u8(0)));
}

/** A frame of almost 4 GiB in a tag of a few bytes. */
export function id3WithForgedFrameSize(): Bytes {
  return id3v23(concat('GEOB', be32(U32_MAX), u8(0, 0), 'short'));
}

/** A tag that reaches far past the end of the file. */
export function id3WithForgedTagSize(): Bytes {
  return concat('ID3', u8(4, 0, 0), synchsafe(SYNCHSAFE_MAX), mp3Frame());
}

/** An extended header longer than the tag it lies in. */
export function id3WithForgedExtendedHeader(): Bytes {
  const content = concat(synchsafe(SYNCHSAFE_MAX), u8(1, 0));
  return concat('ID3', u8(4, 0, 0x40), synchsafe(content.length), content, mp3Frame());
}

/** Unsynchronisation on, and every byte of the object one that it removes. */
export function id3UnsynchronisedObject(bytes: number): Bytes {
  const data = Uint8Array.from({ length: bytes }, (_, index) => (index % 2 === 0 ? 0xff : 0x00));
  const frame = concat('GEOB', synchsafe(data.length), u8(0, 0x02), data);
  return concat('ID3', u8(4, 0, 0x80), synchsafe(frame.length), frame, mp3Frame());
}

function id3v23(frames: Uint8Array): Bytes {
  return concat('ID3', u8(3, 0, 0), synchsafe(frames.length), frames, mp3Frame());
}
