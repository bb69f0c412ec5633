import type { MediaSource } from '../media-source.ts';
import type { MetadataSink } from '../metadata-sink.ts';
import { EPUB_CONTAINER, readEpub } from './epub.ts';
import { ODF_MANIFEST, ODF_META, readOdf } from './odf.ts';
import { CONTENT_TYPES, readOoxml } from './ooxml.ts';
import { PartReader } from './part-reader.ts';
import { openZip } from './zip.ts';

/** Which kinds a ZIP file is, by the parts that a reader of the kind starts from. */
const KINDS: readonly { needs: readonly string[]; read: (parts: PartReader) => void }[] = [
  { needs: [CONTENT_TYPES], read: readOoxml },
  { needs: [ODF_META, ODF_MANIFEST], read: readOdf },
  { needs: [EPUB_CONTAINER], read: readEpub },
];

/**
 * The metadata of a document in a ZIP file: Office Open XML, OpenDocument or EPUB. A file that is several of them is read
 * as each, because each program opens it as its own.
 */
export function readZipDocument(source: MediaSource, sink: MetadataSink): void {
  sink.attempt(() => {
    const parts = new PartReader(source, sink, openZip(source));
    const kinds = KINDS.filter(({ needs }) => needs.every((name) => parts.has(name)));
    if (kinds.length === 0) sink.problem('unsupported', 'ZIP file of an unknown kind', source.fileOffset(0));
    for (const { read } of kinds) sink.attempt(() => read(parts));
  });
}
