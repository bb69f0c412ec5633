import { makeThumbnail } from '../c2pa/sign/thumbnail.ts';
import type { ThumbnailRequest } from './messages.ts';

/**
 * Entry point of the process that decodes pictures: native code that reads untrusted bytes. What breaks it breaks nothing
 * else.
 */
process.on('message', ({ path, mediaType }: ThumbnailRequest) => {
  void makeThumbnail(path, mediaType).then((thumbnail) => process.send?.(thumbnail));
});
process.on('disconnect', () => process.exit());
