import { describe, expect, it } from 'vitest';
import { decodeWithFfmpeg, hasOracleTool, readWithExiftool } from '../oracle/tool-oracle.ts';
import { mediaKinds, type MediaKind, type MediaKindName } from './media-kinds.ts';

const kinds: [string, MediaKind][] = Object.entries(mediaKinds);
const PADDED_BYTES = 150_000;

/** What ffmpeg has no reader for: drawings, documents, and stills that are items of a `meta` box or in JPEG XL boxes. */
const notForFfmpeg = new Set<string>(['svg', 'pdf', 'heic', 'heif', 'avif', 'jxl'] satisfies MediaKindName[]);

/** The same types under the names exiftool prefers. */
const exiftoolNames: Readonly<Record<string, string>> = { 'video/avi': 'video/x-msvideo', 'audio/wav': 'audio/x-wav' };

describe('media builders', () => {
  it.each(kinds)('%s: of exactly the size wanted', (_, kind) => {
    expect(kind.build({ sizeBytes: PADDED_BYTES })).toHaveLength(PADDED_BYTES);
    expect(() => kind.build({ sizeBytes: 10 })).toThrow(RangeError);
  });

  describe.skipIf(!hasOracleTool('ffmpeg'))('ffmpeg', () => {
    const decodable = kinds.filter(([name]) => !notForFfmpeg.has(name));
    it.each(decodable)('decodes %s, padded too', async (_, kind) => {
      await decodeWithFfmpeg(kind.build(), kind.extension);
      await decodeWithFfmpeg(kind.build({ sizeBytes: PADDED_BYTES }), kind.extension);
    });
  });

  describe.skipIf(!hasOracleTool('exiftool'))('exiftool', () => {
    it.each(kinds)('reads %s as its media type, without a warning', async (_, kind) => {
      const tags = await readWithExiftool(kind.build({ sizeBytes: PADDED_BYTES }), kind.extension);
      expect(tags).toMatchObject({ MIMEType: exiftoolNames[kind.mediaType] ?? kind.mediaType });
      expect(tags).not.toHaveProperty('Warning');
      expect(tags).not.toHaveProperty('Error');
    });
  });
});
