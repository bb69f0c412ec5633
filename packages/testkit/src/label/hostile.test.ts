import { crc32, inflateRawSync, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { hasOracleTool, readWithExiftool } from '../oracle/tool-oracle.ts';
import type { HostileFile } from '../hostile/hostile-files.ts';
import { MIB, rawDeflateBomb, zlibBomb } from './bombs.ts';
import { hostileLabelFiles } from './hostile.ts';

describe('files hostile to readers of labels', () => {
  it('unpack to as much as they say, with right checksums', () => {
    expect(inflateSync(zlibBomb(3))).toHaveLength(3 * MIB);
    expect(crc32(inflateRawSync(rawDeflateBomb(2)))).toBe(crc32(new Uint8Array(2 * MIB)));
    expect(rawDeflateBomb(1024).length).toBeLessThan(2 * MIB);
  });

  it('have the loops they say', () => {
    const loop = latin1(hostileLabelFiles.pdfPrevLoop);
    const previous = [...loop.matchAll(/\/Prev (\d+)/g)].map((match) =>
      loop.slice(Number(match[1]), Number(match[1]) + 4),
    );
    expect(previous).toEqual(['xref', 'xref']);
    const chain = latin1(hostileLabelFiles.pdfPrevChain);
    expect(chain.slice(Number(chain.match(/startxref\n(\d+)/)?.[1])).startsWith('xref')).toBe(true);
  });

  it.skipIf(!hasOracleTool('exiftool'))('are what exiftool warns of', async () => {
    for (const name of ['jpegExifForgedEntries', 'jpegForgedSegment'] as const) {
      const { build, extension } = hostileLabelFiles[name];
      const tags = await readWithExiftool(build(), extension);
      expect('Warning' in tags || 'Error' in tags, name).toBe(true);
    }
  });
});

function latin1(file: HostileFile): string {
  return Buffer.from(file.build()).toString('latin1');
}
