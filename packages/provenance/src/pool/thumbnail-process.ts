import { copyThumbnail, makeThumbnail, restrictDecoders } from '../c2pa/sign/thumbnail.ts';
import { PICTURES_READY, type PictureRequest } from './messages.ts';

/**
 * Entry point of the process that decodes pictures: native code that reads untrusted bytes. What breaks it breaks nothing
 * else.
 */
async function main(): Promise<void> {
  process.on('disconnect', () => process.exit());
  await restrictDecoders();
  process.on('message', (request: PictureRequest) => {
    const made =
      request.kind === 'file'
        ? makeThumbnail(request.path, request.mediaType)
        : copyThumbnail(request.bytes, request.mediaType);
    void made.then((picture) => process.send?.(picture));
  });
  process.send?.(PICTURES_READY);
}

await main();
