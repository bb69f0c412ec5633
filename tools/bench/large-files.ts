import { writeFile } from 'node:fs/promises';
import { mediaKinds, writeLargeMp4 } from '@revera/testkit/media';
import { seededRandom } from '@revera/testkit';
import { MIB } from './scenario.ts';

const PHOTO_BYTES = 5 * MIB;
const JPEG_END_BYTES = 2;

/** Files whose size is not their metadata. */
export const LARGE_FILES: readonly { name: string; make: (path: string, isQuick: boolean) => Promise<void> }[] = [
  { name: 'photo.jpg', make: makePhoto },
  { name: 'video.mp4', make: (path, isQuick) => writeLargeMp4(path, (isQuick ? 10 : 200) * MIB) },
  {
    name: 'document.pdf',
    make: (path, isQuick) => writeFile(path, mediaKinds.pdf.build({ sizeBytes: (isQuick ? 5 : 50) * MIB })),
  },
];

/** Most of a photograph is image data, which is as good as noise; only markers are left out of it. About 5 MB. */
async function makePhoto(path: string): Promise<void> {
  const jpeg = mediaKinds.jpeg.build();
  const end = jpeg.length - JPEG_END_BYTES;
  const noise = seededRandom(1)
    .bytes(PHOTO_BYTES)
    .map((byte) => (byte === 0xff ? 0xfe : byte));
  await writeFile(path, Buffer.concat([jpeg.subarray(0, end), noise, jpeg.subarray(end)]));
}
