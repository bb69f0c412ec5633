/**
 * HEIF and AVIF. Their items are in a `meta` box at the top of the file, which MP4 may have too, and picture sequences have
 * a `moov`: one walk serves all.
 */
export { readBmff as readHeif } from './metadata.ts';
