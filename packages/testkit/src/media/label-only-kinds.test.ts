import { describe, expect, it } from 'vitest';
import { decodeWithFfmpeg, hasOracleTool, readWithExiftool } from '../oracle/tool-oracle.ts';
import { labelOnlyKinds, type LabelOnlyKind, type LabelOnlyKindName } from './label-only-kinds.ts';

const kinds: [string, LabelOnlyKind][] = Object.entries(labelOnlyKinds);
const mediaOnly = /^(audio|video)\//;

/** ASF without streams has nothing to decode. */
const notForFfmpeg = new Set<string>(['asf'] satisfies LabelOnlyKindName[]);

/** exiftool 12.57 knows no ADTS without an ID3 tag and no grey TGA, and misses the tiles of a codestream without any. */
const notForExiftool = new Set<string>(['aac', 'tga', 'j2c'] satisfies LabelOnlyKindName[]);

/** Names in exiftool 12.57, where they differ; without its ZIP module it sees packages as ZIP, and text is text. */
const exiftoolNames: Readonly<Record<string, RegExp>> = {
  'audio/wav': /x-wav/,
  'audio/aiff': /x-aiff/,
  'audio/x-matroska': /matroska/,
  'video/mp4': /3gpp/,
  'video/x-ms-asf': /x-ms-(asf|wma)/,
  'image/tiff': /tiff/,
  'image/vnd.microsoft.icon': /x-icon/,
  'image/x-panasonic-rw2': /x-raw/,
  'text/markdown': /text\/plain/,
};

describe('base files of formats that carry labels', () => {
  describe.skipIf(!hasOracleTool('ffmpeg'))('ffmpeg', () => {
    const decodable = kinds.filter(([name, kind]) => mediaOnly.test(kind.mediaType) && !notForFfmpeg.has(name));
    it.each(decodable)('decodes %s', (_, kind) => decodeWithFfmpeg(kind.build(), kind.extension));
  });

  describe.skipIf(!hasOracleTool('exiftool'))('exiftool', () => {
    const readable = kinds.filter(([name]) => !notForExiftool.has(name));
    it.each(readable)('reads %s as its media type', async (_, kind) => {
      const tags = await readWithExiftool(kind.build(), kind.extension);
      const lacksModule = JSON.stringify(tags).includes('Archive::Zip');
      expect(tags).not.toHaveProperty('Error');
      if (lacksModule) return;
      expect(tags).not.toHaveProperty('Warning');
      const name = exiftoolNames[kind.mediaType];
      if (name === undefined) expect(tags).toMatchObject({ MIMEType: kind.mediaType });
      else expect(tags['MIMEType']).toMatch(name);
    });
  });
});
