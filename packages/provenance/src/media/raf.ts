import { readJpeg } from './jpeg.ts';
import type { MediaSource } from './media-source.ts';
import type { MetadataSink } from './metadata-sink.ts';

/** Where the header says where the picture for showing stands, with all metadata of the photograph. */
const JPEG_FIELDS_AT = 84;

/** Fujifilm's raw photographs (RAF): the metadata of the JPEG inside. */
export function readRaf(source: MediaSource, sink: MetadataSink): void {
  const fields = source.cursor(JPEG_FIELDS_AT, 8, 'RAF header');
  const offset = fields.u32('RAF picture offset');
  readJpeg(source.within(offset, fields.u32('RAF picture length')), sink);
}
