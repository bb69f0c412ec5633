import {
  copyThumbnail,
  digestPixels,
  makeThumbnail,
  restrictDecoders,
  type PixelDigest,
  type SmallPicture,
} from '../c2pa/sign/thumbnail.ts';
import { LIMITS } from '../limits.ts';
import { withinMemory } from './memory-watch.ts';
import { PICTURES_READY, type PictureRequest } from './messages.ts';
import { makePreview, type PreviewPicture } from './preview-picture.ts';

/**
 * Entry point of the process that decodes pictures: native code that reads untrusted bytes. A crash here breaks nothing
 * else.
 */
async function main(): Promise<void> {
  process.on('disconnect', () => process.exit());
  await restrictDecoders();
  process.on('message', (request: PictureRequest) => {
    void answer(request).then((made) => process.send?.(made));
  });
  process.send?.(PICTURES_READY);
}

function answer(request: PictureRequest): Promise<SmallPicture | PixelDigest | PreviewPicture | null> {
  switch (request.kind) {
    case 'file':
      return makeThumbnail(request.path, request.mediaType);
    case 'embedded':
      return copyThumbnail(request.bytes, request.mediaType);
    case 'pixels':
      return digestPixels(request.path, request.mediaType);
    case 'preview':
      return withinMemory(LIMITS.previewProcessBytes, () => makePreview(request.input, request.mediaType));
  }
}

await main();
