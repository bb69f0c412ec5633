import { createHash } from 'node:crypto';
import type { RandomAccess } from '../bytes/random-access.ts';
import { MediaSource } from '../media/media-source.ts';
import type { MediaType } from '../media/media-types.ts';
import type { MetadataItem } from '../media/metadata-item.ts';
import { readMetadata } from '../media/read-metadata.ts';
import { decodeItemText } from '../media/text-decoding.ts';
import { tagPictures } from './audio-content.ts';

/** How often each piece of metadata occurs, by its name followed by its digest. */
export type MetadataCount = ReadonlyMap<string, number>;

/** Leading tags of these are rewritten with texts in another encoding and, from the oldest version, with other names. */
const RETAGGED: ReadonlySet<MediaType> = new Set<MediaType>(['audio/mpeg', 'audio/flac']);
/** Its one item is the document, which the credential changes; it is compared as content, character by character. */
const WHOLE_DOCUMENT: MediaType = 'image/svg+xml';
const SEPARATOR = '\n';

export function metadataOf(file: RandomAccess, mediaType: MediaType): MetadataCount {
  const isRetagged = RETAGGED.has(mediaType);
  const counts = new Map<string, number>();
  const add = (name: string, digest: string): void => {
    const item = `${name}${SEPARATOR}${digest}`;
    // A value that a tag repeats counts once.
    counts.set(item, isRetagged ? 1 : (counts.get(item) ?? 0) + 1);
  };
  if (mediaType === WHOLE_DOCUMENT) return counts;
  for (const item of readMetadata(file, mediaType).items) {
    if (isRetagged && item.kind === 'entry') add('text', digestOf(plainText(item)));
    else add(`${item.path} ${item.key ?? ''}`, digestOf(item.bytes));
  }
  if (isRetagged) for (const digest of tagPictures(MediaSource.of(file))) add('picture', digest);
  return counts;
}

/** The name before the digest; it holds nothing from the file except names of its structures. */
export function nameOf(item: string): string {
  return item.slice(0, item.indexOf(SEPARATOR));
}

/** Version 2.3 separates several texts by a slash, 2.4 by a zero, and a final zero is optional. */
function plainText({ bytes, encoding }: MetadataItem): string {
  return decodeItemText(bytes, encoding).replaceAll(/[\0/]/g, '').trim();
}

function digestOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
