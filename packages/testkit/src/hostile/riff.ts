import { concat, copyBytes, le32, type Bytes } from '../bytes.ts';
import { buildWav, buildWebp, riffList } from '../media/riff.ts';
import { U32_MAX } from './attack-sizes.ts';

const LIST_HEAD_BYTES = 12;

/** `LIST` chunks inside one another, `depth` of them, under a RIFF of the given form; all lengths are right. */
export function nestedRiffLists(depth: number, formType = 'WAVE'): Bytes {
  const nest = new Uint8Array(depth * LIST_HEAD_BYTES);
  for (let level = 0; level < depth; level++) {
    const at = level * LIST_HEAD_BYTES;
    nest.set(concat('LIST', le32(nest.length - at - 8), 'INFO'), at);
  }
  return riffList('RIFF', formType, nest);
}

/** The file says it is `size` bytes long. */
export function wavWithForgedFileSize(size: number): Bytes {
  const wav = copyBytes(buildWav());
  wav.set(le32(size), 4);
  return wav;
}

/** A manifest-store chunk `C2PA` of almost 4 GiB in a file of some hundred bytes. */
export function webpWithForgedStoreSize(): Bytes {
  const webp = buildWebp();
  return concat('RIFF', le32(webp.length), webp.subarray(8), 'C2PA', le32(U32_MAX), 'short');
}

/** `count` chunks of no bytes. */
export function riffWithEmptyChunks(count: number, formType = 'WAVE'): Bytes {
  return riffList('RIFF', formType, ...Array.from({ length: count }, () => concat('JUNK', le32(0))));
}
