import { concat, copyBytes, le32, setByte, truncate } from '@revera/testkit';
import { aiffChunk, buildAiff, buildAsf } from '@revera/testkit/media';
import { xmpProperties } from '@revera/testkit/vendor';
import { describe, expect, it } from 'vitest';
import { bufferSource } from '../bytes/random-access.ts';
import { readItems } from '../testing/read-media.ts';
import { readAiff } from './aiff.ts';
import { readAsf } from './asf.ts';
import { sniff } from './sniff.ts';

const ASF = buildAsf([
  ['WM/EncodedBy', 'Revera'],
  ['AIGC', '{}'],
]);
const rowsOf = (found: ReturnType<typeof readItems>): (string | null)[][] =>
  found.items.map(({ path, key, bytes, encoding }) => [
    path,
    key,
    new TextDecoder(encoding === 'utf-16le' ? 'utf-16le' : 'utf-8').decode(bytes),
  ]);

describe('AIFF', () => {
  it('text chunks and XMP are read, other application chunks are not', () => {
    const packet = xmpProperties({ 'xmp:CreatorTool': 'x' });
    const bytes = buildAiff([
      aiffChunk('NAME', 'a song'),
      aiffChunk('ANNO', 'made with Revera\0'),
      aiffChunk('APPL', 'stoc', 'no XMP'),
      aiffChunk('APPL', 'XMP ', packet),
    ]);
    expect(rowsOf(readItems(readAiff, bytes))).toEqual([
      ['AIFF', 'NAME', 'a song'],
      ['AIFF', 'ANNO', 'made with Revera'],
      ['APPL', null, new TextDecoder().decode(packet)],
    ]);
  });

  it('the compressed form is the same type, another form is none', () => {
    const aifc = copyBytes(buildAiff());
    aifc.set(concat('AIFC'), 8);
    expect(sniff(bufferSource(aifc))).toBe('audio/aiff');
    aifc.set(concat('8SVX'), 8);
    expect(sniff(bufferSource(aifc))).toBeNull();
  });

  it.each<[string, Uint8Array]>([
    ['cut off in a text', truncate(buildAiff([aiffChunk('ANNO', 'made with Revera')]), 100)],
    ['a length that lies', setByte(buildAiff(), 16, 0x7f)],
  ])('%s is a problem', (_name, bytes) => {
    expect(readItems(readAiff, bytes).problems).not.toEqual([]);
  });
});

describe('ASF', () => {
  it('names and texts of the descriptors are read', () => {
    expect(sniff(bufferSource(ASF))).toBe('video/x-ms-asf');
    const found = readItems(readAsf, ASF);
    expect(rowsOf(found)).toEqual([
      ['ASF', 'WM/EncodedBy', 'Revera'],
      ['ASF', 'AIGC', '{}'],
    ]);
    expect(found.problems).toEqual([]);
  });

  it.each<[string, Uint8Array]>([
    ['cut off in its header', truncate(ASF, 200)],
    ['a header object that is too short', overwrite(ASF, 16, le32(3))],
    ['a number of descriptors that lies', overwrite(ASF, ASF.indexOf(0x40, 150) + 24, [0xff, 0xff])],
  ])('%s is a problem', (_name, bytes) => {
    expect(readItems(readAsf, bytes).problems).not.toEqual([]);
  });

  it('a header whose reserved bytes are others is no ASF', () => {
    expect(sniff(bufferSource(setByte(ASF, 28, 7)))).toBeNull();
    expect(sniff(bufferSource(truncate(ASF, 20)))).toBeNull();
  });
});

function overwrite(bytes: Uint8Array, offset: number, value: Uint8Array | number[]): Uint8Array {
  const out = copyBytes(bytes);
  out.set(value, offset);
  return out;
}
