import { concat, insert, remove, seededRandom, truncate, u8 } from '@revera/testkit';
import { buildGif } from '@revera/testkit/media';
import { describe, expect, it } from 'vitest';
import { damagedCopies } from '../testing/damage.ts';
import { itemRows, readItems } from '../testing/read-media.ts';
import { readGif } from './gif.ts';

const GIF = buildGif();
/** Behind the header and a colour table of 128 rows. */
const IMAGE_AT = 13 + 128 * 3;
const TRAILER = u8(1, ...Array.from({ length: 256 }, (_, index) => 255 - index), 0);
const PACKET = `<?xpacket begin=""?><x:xmpmeta>${'x'.repeat(300)}</x:xmpmeta><?xpacket end="w"?>`;
const XMP_EXTENSION = concat(u8(0x21, 0xff, 11), 'XMP DataXMP', PACKET, TRAILER);
const COMMENT = concat(u8(0x21, 0xfe, 3), 'one', u8(4), ' two', u8(0));
const LOOP = concat(u8(0x21, 0xff, 11), 'NETSCAPE2.0', u8(3, 1, 0, 0, 0));

describe('readGif', () => {
  it('joins comments and reads the XMP packet in front of its trailer', () => {
    const bytes = insert(GIF, IMAGE_AT, concat(LOOP, XMP_EXTENSION, COMMENT));
    expect(readItems(readGif, bytes).problems).toEqual([]);
    expect(itemRows(readGif, bytes)).toEqual([
      ['xmp', 'XMP DataXMP', null, PACKET],
      ['comment', 'Comment Extension', null, 'one two'],
    ]);
  });

  it('finds the packet whatever byte of the trailer it leads to, and behind the picture', () => {
    for (let padding = 0; padding < 300; padding += 1) {
      const packet = `<x>${' '.repeat(padding)}</x>`;
      const extension = concat(u8(0x21, 0xff, 11), 'XMP DataXMP', packet, TRAILER);
      expect(itemRows(readGif, insert(GIF, GIF.length - 1, extension))).toEqual([['xmp', 'XMP DataXMP', null, packet]]);
    }
  });

  it('reads a packet in sub-blocks too', () => {
    const extension = concat(u8(0x21, 0xff, 11), 'XMP DataXMP', u8(4), '<x/>', u8(0));
    expect(itemRows(readGif, insert(GIF, IMAGE_AT, extension))).toEqual([['xmp', 'XMP DataXMP', null, '<x/>']]);
  });

  it('gives what is there of a file that ends early', () => {
    const bytes = insert(GIF, IMAGE_AT, XMP_EXTENSION);
    const cut = truncate(bytes, IMAGE_AT + 14 + 40);
    expect(readItems(readGif, cut)).toMatchObject({
      items: [{ kind: 'xmp', length: 40, intact: false }],
      problems: [{ kind: 'damaged' }],
    });
    const comment = truncate(insert(GIF, IMAGE_AT, COMMENT), IMAGE_AT + 9);
    expect(readItems(readGif, comment).items).toMatchObject([{ kind: 'comment', intact: false }]);
  });

  it('names other files and unknown blocks', () => {
    expect(readItems(readGif, remove(GIF, { start: 0, length: 1 })).problems).toMatchObject([{ what: 'GIF header' }]);
    expect(readItems(readGif, insert(GIF, IMAGE_AT, 'x')).problems).toMatchObject([{ what: 'GIF block' }]);
    const zeros = insert(GIF, IMAGE_AT, new Uint8Array(70_000));
    expect(readItems(readGif, zeros).problems).toMatchObject([{ kind: 'limit' }]);
  });

  it('throws nothing for damaged files', () => {
    for (const copy of damagedCopies(insert(GIF, IMAGE_AT, concat(XMP_EXTENSION, COMMENT)), seededRandom(1)))
      expect(readItems(readGif, copy)).toBeDefined();
  });
});
