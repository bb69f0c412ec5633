import { readFile } from 'node:fs/promises';
import { be16, be32, concat, copyBytes, indexOfBytes, insert, le32, u8 } from '@revera/testkit';
import { createAuthority, type Authority } from '@revera/testkit/authorities';
import {
  buildAvi,
  buildFlac,
  buildJpeg,
  buildMp3,
  buildPng,
  buildSvg,
  buildWav,
  id3Frame,
  id3Tag,
  mediaKinds,
  mp3Frame,
  riffChunk,
  riffList,
  type MediaKindName,
} from '@revera/testkit/media';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bmffParts,
  isOneInsertion,
  JPEG_CREDENTIAL,
  jpegParts,
  pngParts,
  riffParts,
  type FilePart,
} from './testing/file-parts.ts';
import { hasMediaTool, readTags, writeTags } from './testing/media-tools.ts';
import { openSignBench, type SignBench } from './testing/sign-bench.ts';

const RDF =
  '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""' +
  ' xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:source>Somewhere</dc:source></rdf:Description></rdf:RDF>';
const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/">${RDF}</x:xmpmeta>`;

let bench: SignBench;
let authority: Authority;
beforeAll(async () => {
  bench = await openSignBench();
  authority = await createAuthority();
});
afterAll(() => bench.close());

const sign = (bytes: Uint8Array) => bench.sign(bytes, { authority });

/** Parts that are unchanged in the signed file, in their order. */
function keptParts(signed: readonly FilePart[], credential: string): FilePart[] {
  return signed.filter(({ name }) => name !== credential);
}

describe('the bytes of a signed file, without the credential', () => {
  it('are those of the JPEG: APP1 with EXIF and XMP, APP2 with ICC, APP13, comments and all else', async () => {
    const segments = [
      { marker: 0xe1, payload: concat('Exif\0\0II*\0', le32(8), u8(0, 0), le32(0)) },
      { marker: 0xe1, payload: concat('http://ns.adobe.com/xap/1.0/\0', XMP) },
      { marker: 0xe2, payload: concat('ICC_PROFILE\0', u8(1, 1), new Uint8Array(200)) },
      { marker: 0xed, payload: concat('Photoshop 3.0\0', '8BIM', be16(0x0404), be16(0), be32(0)) },
      { marker: 0xfe, payload: concat('a comment') },
      { marker: 0xe7, payload: concat('nobody knows what') },
    ];
    const file = concat(buildJpeg({ segments }), 'bytes behind the image');
    const signed = jpegParts(await sign(file));
    expect(signed.filter(({ name }) => name === JPEG_CREDENTIAL)).toHaveLength(1);
    expect(keptParts(signed, JPEG_CREDENTIAL)).toEqual(jpegParts(file));
  });

  it('are those of the PNG: text, time, EXIF, ICC, private chunks and all else', async () => {
    const chunk = (type: string, ...data: Parameters<typeof concat>) => ({ type, data: concat(...data) });
    const chunks = [
      chunk('iCCP', 'x\0\0', u8(1, 2, 3)),
      chunk('tEXt', 'Author\0Ann'),
      chunk('iTXt', 'XML:com.adobe.xmp\0\0\0\0\0', XMP),
      chunk('tIME', be16(2024), u8(1, 2, 3, 4, 5)),
      chunk('eXIf', 'II*\0', le32(8), u8(0, 0), le32(0)),
      chunk('prIv', 'own data'),
    ];
    const file = buildPng({ chunks, chunksAfterImage: [chunk('tEXt', 'Comment\0late'), chunk('zTXt', 'x\0\0', 'y')] });
    const signed = pngParts(await sign(file));
    expect(signed.filter(({ name }) => name === 'caBX')).toHaveLength(1);
    expect(keptParts(signed, 'caBX')).toEqual(pngParts(file));
  });

  it('are those of the WebP, each chunk', async () => {
    const vp8x = riffChunk('VP8X', u8(0x2c, 0, 0, 0, 15, 0, 0, 15, 0, 0));
    const image = riffParts(mediaKinds.webp.build()).map(({ bytes }) => bytes);
    const tail = [riffChunk('EXIF', 'II*\0', le32(8), u8(0, 0), le32(0)), riffChunk('XMP ', XMP)];
    const file = riffList('RIFF', 'WEBP', vp8x, riffChunk('ICCP', new Uint8Array(200)), ...image, ...tail);
    expect(keptParts(riffParts(await sign(file)), 'C2PA')).toEqual(riffParts(file));
  });

  it.each([
    ['WAV', buildWav],
    ['AVI', buildAvi],
  ])('are those of the %s, each chunk', async (_name, build) => {
    const plain = build();
    const information = riffList('LIST', 'INFO', riffChunk('INAM', 'Title\0'), riffChunk('IART', 'Ann\0'));
    const chunks = [information, riffChunk('bext', new Uint8Array(602)), riffChunk('_PMX', XMP)];
    const file = concat(plain, ...chunks);
    file.set(le32(file.length - 8), 4);
    expect(keptParts(riffParts(await sign(file)), 'C2PA')).toEqual(riffParts(file));
  });

  it.each<MediaKindName>(['jpeg', 'png', 'gif', 'jxl', 'flac'])('are those of the %s, bit by bit', async (name) => {
    const file = mediaKinds[name].build({ sizeBytes: 5000 });
    expect(isOneInsertion(file, await sign(file))).toBe(true);
  });

  it('are those of the SVG, bit by bit', async () => {
    const plain = Buffer.from(buildSvg()).toString().replace('<rect', '<title>A &#228; "b"</title>\n<!-- c --><rect');
    const signed = Buffer.from(await sign(Buffer.from(plain))).toString();
    const namespace = ' xmlns:c2pa="http://c2pa.org/manifest"';
    expect(signed).toContain(namespace);
    const store = /<metadata><c2pa:manifest>[\w+/=]+<\/c2pa:manifest><\/metadata>/;
    expect(signed.replace(namespace, '').replace(store, '')).toBe(plain);
  });

  it.each<MediaKindName>(['mp4', 'mov', 'm4a', 'avif', 'heic', 'heif'])(
    'are those of the %s, but for the offsets in its index',
    async (name) => {
      const file = mediaKinds[name].build({ sizeBytes: 20_000 });
      const signed = keptParts(bmffParts(await sign(file)), 'uuid');
      const index = new Set(['moov', 'meta']);
      const contents = (parts: readonly FilePart[]) => parts.filter((part) => !index.has(part.name));
      expect(contents(signed)).toEqual(contents(bmffParts(file)));
      const lengths = (parts: readonly FilePart[]) => parts.map((part) => [part.name, part.bytes.length]);
      expect(lengths(signed)).toEqual(lengths(bmffParts(file)));
    },
  );
});

describe('the ID3 tag of a signed MP3', () => {
  const audio = concat(mp3Frame(), mp3Frame(), mp3Frame());

  it('keeps each frame of version 2.4 and all audio bit by bit', async () => {
    const frames = [
      id3Frame('TIT2', concat(u8(3), 'Title ä')),
      id3Frame('COMM', concat(u8(3), 'eng', 'desc\0', 'a comment')),
      id3Frame('PRIV', concat('own\0', u8(1, 2, 3))),
      id3Frame('APIC', concat(u8(3), 'image/png\0', u8(3), '\0', buildPng())),
      id3Frame('ZZZ9', concat('nobody knows what')),
    ];
    const ending = concat('TAG', new Uint8Array(125));
    const signed = Buffer.from(await sign(concat(id3Tag(...frames), audio, ending)));
    for (const frame of frames) expect(indexOfBytes(signed, frame)).toBeGreaterThan(0);
    expect(signed.subarray(-(audio.length + ending.length))).toEqual(Buffer.from(concat(audio, ending)));
  });

  const frame = (id: string, ...data: Parameters<typeof concat>) =>
    concat(id, be32(concat(...data).length), u8(0, 0), ...data);

  it.each([
    ['a text', ['first', 'second'], false],
    ['a text that is there twice', ['same', 'same'], true],
  ] as const)('of which the engine would drop %s, being the second of its name', async (_, values, isKept) => {
    const frames = values.map((value) => frame('TXXX', u8(0), 'key\0', value));
    const tag = copyBytes(id3Tag(concat(...frames)));
    tag[3] = 3;
    const signing = sign(concat(tag, audio));
    if (isKept) expect(indexOfBytes(await signing, values[0])).toBeGreaterThan(0);
    else await expect(signing).rejects.toMatchObject({ code: 'output_differs', cause: { message: 'metadata text' } });
  });

  it('is rewritten when it is of version 2.3: as 2.4 in UTF-8, without padding', async () => {
    const title = Buffer.from('Tätel', 'utf16le');
    const frames = [
      frame('TIT2', u8(1, 0xff, 0xfe), title),
      frame('TYER', u8(0), '1999'),
      frame('TXXX', u8(0), 'key\0', 'value'),
    ];
    const tag = copyBytes(id3Tag(concat(...frames, new Uint8Array(100))));
    tag[3] = 3;
    const signed = Buffer.from(await sign(concat(tag, audio)));
    expect(signed[3]).toBe(4);
    expect(indexOfBytes(signed, id3Frame('TIT2', concat(u8(3), 'Tätel')))).toBeGreaterThan(0);
    expect(indexOfBytes(signed, id3Frame('TYER', concat(u8(3), '1999')))).toBeGreaterThan(0);
    expect(signed.includes('value')).toBe(true);
    expect(signed.subarray(-audio.length)).toEqual(Buffer.from(audio));
  });
});

describe.runIf(hasMediaTool('exiftool'))('exiftool reads the same of a file after signing', () => {
  /** Tags for every kind of metadata; each format takes what it has a place for. */
  const TAGS = [
    '-EXIF:Artist=Ann Example',
    '-EXIF:DateTimeOriginal=2024:01:02 03:04:05',
    '-EXIF:GPSLatitude=31.2',
    '-EXIF:GPSLatitudeRef=N',
    '-XMP-dc:Title=Title ä 标题',
    '-XMP-dc:Subject=one',
    '-XMP-dc:Subject=two',
    '-XMP-xmpMM:DerivedFrom={DocumentID=abc}',
    '-IPTC:Keywords=key',
    '-IPTC:By-line=Ann',
    '-PNG:Author=Ann',
    '-Comment=hello',
    '-ItemList:Title=Title',
    '-Keys:Author=Ann',
  ];
  const LEAST: Partial<Record<MediaKindName, RegExp[]>> = {
    jpeg: [/^IFD0:Artist/, /^GPS:/, /^XMP-dc:/, /^IPTC:/, /^ICC/, /^File:Comment/],
    png: [/^IFD0:Artist/, /^XMP-dc:/, /^IPTC:/, /^ICC/, /^PNG:Author/],
    webp: [/^IFD0:Artist/, /^XMP-dc:/, /^ICC/],
    tiff: [/^IFD0:Artist/, /^GPS:/, /^ExifIFD:/, /^XMP-dc:/, /^IPTC:/, /^ICC/],
    dng: [/^IFD0:Artist/, /^GPS:/, /^ExifIFD:/, /^XMP-dc:/, /^IPTC:/],
    gif: [/^XMP-dc:/, /^ICC/, /^File:Comment/],
    avif: [/^IFD0:Artist/, /^XMP-dc:/],
    heic: [/^IFD0:Artist/, /^XMP-dc:/],
    jxl: [/^IFD0:Artist/, /^XMP-dc:/],
    mp4: [/^XMP-dc:/, /^ItemList:Title/, /^Keys:Author/],
    mov: [/^XMP-dc:/, /^ItemList:Title/, /^Keys:Author/],
    m4a: [/^XMP-dc:/, /^ItemList:Title/],
  };
  /** Where the credential is; what counts bytes; how exiftool sees an ID3 tag that ends with its last frame. */
  const OF_SIGNING =
    /^(SourceFile|JUMBF:|CBOR:|JSON:|C2PA|Jpeg2000:|SVG-c2pa:|SVG:Xmlns$|Composite:|QuickTime:MediaDataOffset|File:ID3Size|ExifTool:Warning)/;

  const tagsOf = (tags: Record<string, unknown> | undefined) =>
    Object.fromEntries(Object.entries(tags ?? {}).filter(([name]) => !OF_SIGNING.test(name)));
  const compare = async (path: string, extension: string, least: readonly RegExp[]) => {
    const signed = await bench.write(await sign(await readFile(path)), extension);
    const [before, after] = (await readTags([path, signed])).map(tagsOf);
    for (const tag of least)
      expect(
        Object.keys(before ?? {}).some((name) => tag.test(name)),
        String(tag),
      ).toBe(true);
    expect(after).toEqual(before);
  };

  let profile: string;
  beforeAll(async () => {
    const picture = await sharp(Buffer.from(buildPng())).withIccProfile('srgb').jpeg().toBuffer();
    profile = await bench.write((await sharp(picture).metadata()).icc ?? new Uint8Array(), 'icc');
  });

  it.each(Object.entries(LEAST) as [MediaKindName, RegExp[]][])('of a %s with all it can hold', async (name, least) => {
    const { build, extension } = mediaKinds[name];
    const path = await bench.write(build(), extension);
    await writeTags(path, [...TAGS, `-ICC_Profile<=${profile}`]);
    await compare(path, extension, least);
  });

  it('of an MP3 with an ID3 tag of version 2.4, comments and a picture', async () => {
    const picture = id3Frame('APIC', concat(u8(3), 'image/png\0', u8(3), '\0', buildPng()));
    const comment = id3Frame('COMM', concat(u8(3), 'eng', '\0', 'a comment'));
    const plain = buildMp3();
    const tagBytes = 10 + (plain[9] ?? 0);
    const frames = plain.subarray(10, tagBytes);
    const file = concat(id3Tag(copyBytes(frames), comment, picture), plain.subarray(tagBytes));
    await compare(await bench.write(file, 'mp3'), 'mp3', [/^ID3v2_4:Title/, /^ID3v2_4:Comment/, /^ID3v2_4:Picture/]);
  });

  it('of a FLAC with Vorbis comments', async () => {
    const text = (words: string) => concat(le32(concat(words).length), words);
    const block = concat(text('testkit'), le32(2), text('TITLE=Title ä'), text('ARTIST=Ann'));
    // Behind the stream information, which then is no longer the last block.
    const file = insert(buildFlac(), 4 + 4 + 34, concat(be32(0x84_00_00_00 + block.length), block));
    file[4] = 0;
    await compare(await bench.write(file, 'flac'), 'flac', [/^Vorbis:Title/, /^Vorbis:Artist/]);
  });

  it.each([
    ['WAV', buildWav, 'wav'],
    ['AVI', buildAvi, 'avi'],
  ])('of a %s with its information list', async (_name, build, extension) => {
    const file = concat(build(), riffList('LIST', 'INFO', riffChunk('INAM', 'Title\0'), riffChunk('IART', 'Ann\0')));
    file.set(le32(file.length - 8), 4);
    await compare(await bench.write(file, extension), extension, [/^RIFF:Title/, /^RIFF:Artist/]);
  });

  it('of an SVG with XMP and a title', async () => {
    const file = Buffer.from(buildSvg())
      .toString()
      .replace('<rect', `<title>T</title><metadata>${RDF}</metadata><rect`);
    await compare(await bench.write(Buffer.from(file), 'svg'), 'svg', [/^SVG:Title/, /^XMP-dc:Source/]);
  });
});
