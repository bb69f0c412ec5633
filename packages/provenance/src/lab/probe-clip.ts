import type { RandomAccess } from '../bytes/random-access.ts';
import { MediaSource } from '../media/media-source.ts';
import type { MediaType } from '../media/media-types.ts';
import { sniff } from '../media/sniff.ts';
import { readBmffClip } from './bmff/read-bmff-clip.ts';
import { readAviClip } from './containers/avi.ts';
import { readFlvClip } from './containers/flv.ts';
import { readMatroskaClip } from './containers/matroska.ts';
import { readTransportClip } from './containers/transport.ts';
import type { LabFacts } from './facts.ts';
import { LAB_LIMITS } from './limits.ts';
import { Notebook } from './notebook.ts';

/** Reads a clip of one container. Answers false when there is no video in it. */
type ClipReader = (notebook: Notebook, source: MediaSource) => boolean;

const READERS: Partial<Record<MediaType, ClipReader>> = {
  'video/mp4': readBmffClip,
  'video/quicktime': readBmffClip,
  'audio/mp4': readBmffClip,
  'video/x-matroska': readMatroskaClip,
  'video/webm': readMatroskaClip,
  'video/mp2t': readTransportClip,
  'video/x-flv': readFlvClip,
  'video/x-msvideo': readAviClip,
};

/**
 * What a clip's container and encoder say of the software that wrote it. No picture is decoded, and only the beginning of
 * what matters is read. Never throws because of what is in the file; errors of the source come through.
 */
export function probeClip(file: RandomAccess): LabFacts {
  const notebook = new Notebook();
  const source = MediaSource.of(file, { bytes: LAB_LIMITS.readBytes, steps: LAB_LIMITS.steps });
  const mediaType = sniff(file);
  const read = mediaType === null ? undefined : READERS[mediaType];
  let hasVideo = false;
  if (read !== undefined) {
    notebook.run(() => {
      hasVideo = read(notebook, source);
    });
  }
  return notebook.facts(source, !hasVideo);
}
