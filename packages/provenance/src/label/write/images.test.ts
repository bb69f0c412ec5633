import { concat, flipBit, indexOfBytes, insert, le32, seededRandom, u8 } from '@revera/testkit';
import {
  box,
  buildDng,
  buildGif,
  buildJpeg,
  buildJxl,
  buildPng,
  buildSvg,
  buildTiff,
  buildWebp,
  jxlContainer,
  riffChunk,
} from '@revera/testkit/media';
import { describe, expect, it } from 'vitest';
import { bufferSource } from '../../bytes/random-access.ts';
import { XMP_TRAILER } from '../../media/gif-blocks.ts';
import { readGif } from '../../media/gif.ts';
import { readJpeg } from '../../media/jpeg.ts';
import { readJxl } from '../../media/jxl.ts';
import { MediaSource } from '../../media/media-source.ts';
import { readPng } from '../../media/png.ts';
import { readRiff } from '../../media/riff.ts';
import { readSvg } from '../../media/svg.ts';
import { readTiff } from '../../media/tiff.ts';
import {
  FOREIGN_XMP,
  isLabel,
  isRefused,
  LABEL,
  labelJson,
  labelsIn,
  OTHER_LABEL,
  writeLabel,
  xmpProperties,
} from '../../testing/image-labels.ts';
import { readItems, type MetadataReader } from '../../testing/read-media.ts';
import { tiffWithXmp } from '../../testing/tiff-files.ts';
import { writeGif } from './gif.ts';
import { writeJpeg } from './jpeg.ts';
import { writeJxl } from './jxl.ts';
import { writePng } from './png.ts';
import { writeSvg } from './svg.ts';
import { writeTiff } from './tiff.ts';
import { writeWebp } from './webp.ts';
import type { LabelWriter } from './writer.ts';

interface Format {
  name: string;
  writer: LabelWriter;
  reader: MetadataReader;
  plain: Uint8Array;
  withXmp: (packet: string) => Uint8Array;
  /** The picture's own bytes. */
  image: (file: Uint8Array) => Uint8Array;
  location: string;
}

const XMP_MARK = 'http://ns.adobe.com/xap/1.0/\0';
const packetInSvg = (packet: string): string => packet.replaceAll(/<\?xpacket[^>]*>/g, '');

const FORMATS: Format[] = [
  {
    name: 'JPEG',
    writer: writeJpeg,
    reader: readJpeg,
    plain: buildJpeg(),
    withXmp: (packet) => buildJpeg({ segments: [{ marker: 0xe1, payload: concat(XMP_MARK, packet) }] }),
    image: behind([0xff, 0xdb]),
    location: 'APP1',
  },
  {
    name: 'PNG',
    writer: writePng,
    reader: readPng,
    plain: buildPng(),
    withXmp: (packet) => buildPng({ chunks: [{ type: 'iTXt', data: concat('XML:com.adobe.xmp\0\0\0\0\0', packet) }] }),
    image: behind('IDAT'),
    location: 'iTXt',
  },
  {
    name: 'WebP',
    writer: writeWebp,
    reader: readRiff,
    plain: buildWebp(),
    withXmp: webpWithXmp,
    image: behind('VP8L', 8 + buildWebp().length - 20),
    location: 'XMP',
  },
  {
    name: 'GIF',
    writer: writeGif,
    reader: readGif,
    plain: buildGif(),
    withXmp: (packet) => insert(buildGif(), 13 + 384, concat('!', [0xff, 11], 'XMP DataXMP', packet, XMP_TRAILER)),
    image: behind([0x2c, 0, 0, 0, 0, 16, 0]),
    location: 'XMP DataXMP',
  },
  {
    name: 'TIFF',
    writer: writeTiff,
    reader: readTiff,
    plain: buildTiff(),
    withXmp: (packet) => tiffWithXmp({ packet }),
    image: (file) => file.subarray(8, 8 + 256),
    location: 'IFD0',
  },
  {
    name: 'BigTIFF',
    writer: writeTiff,
    reader: readTiff,
    plain: tiffWithXmp({ isBig: true }),
    withXmp: (packet) => tiffWithXmp({ packet, isBig: true }),
    image: (file) => file.subarray(16, 16 + 256),
    location: 'IFD0',
  },
  {
    name: 'TIFF in Motorola order',
    writer: writeTiff,
    reader: readTiff,
    plain: tiffWithXmp({ littleEndian: false }),
    withXmp: (packet) => tiffWithXmp({ packet, littleEndian: false }),
    image: (file) => file.subarray(8, 8 + 256),
    location: 'IFD0',
  },
  {
    name: 'DNG',
    writer: writeTiff,
    reader: readTiff,
    plain: buildDng(),
    withXmp: (packet) => tiffWithXmp({ packet }),
    image: (file) => file.subarray(8, 8 + 256),
    location: 'IFD0',
  },
  {
    name: 'SVG',
    writer: writeSvg,
    reader: readSvg,
    plain: buildSvg(),
    withXmp: (packet) => insert(buildSvg(), svgBodyOffset(), `<metadata>${packetInSvg(packet)}</metadata>`),
    image: behind('<rect'),
    location: 'svg',
  },
  {
    name: 'JPEG XL',
    writer: writeJxl,
    reader: readJxl,
    plain: buildJxl(),
    withXmp: (packet) => jxlContainer(box('xml ', packet)),
    image: behind('jxlc', 60),
    location: 'xml ',
  },
];

/** From these bytes on, all that follows or as much of it. */
function behind(start: string | number[], length?: number): Format['image'] {
  return (file) => file.subarray(indexOfBytes(file, start)).subarray(0, length);
}

function svgBodyOffset(): number {
  return indexOfBytes(buildSvg(), '<rect');
}

function webpWithXmp(packet: string): Uint8Array {
  const image = buildWebp().subarray(12);
  const extended = riffChunk('VP8X', u8(0x04, 0, 0, 0, 15, 0, 0, 15, 0, 0));
  const body = concat('WEBP', extended, image, riffChunk('XMP ', packet));
  return concat('RIFF', le32(body.length), body);
}

const OLD = FOREIGN_XMP.replace(
  '</dc:title>',
  `</dc:title><T:AIGC xmlns:T="http://www.tc260.org.cn/ns/AIGC/1.0/">${OTHER_LABEL}</T:AIGC>`,
);

describe.each(FORMATS)('$name', (format) => {
  const { writer, reader, plain, withXmp, image, location } = format;
  const one = [{ path: location, value: LABEL }];

  it('gets a label where it has no XMP, and keeps its picture', () => {
    const written = writeLabel(writer, plain);
    expect(labelsIn(reader, written)).toEqual(one);
    expect(image(written)).toEqual(image(plain));
    expect(writer(MediaSource.of(bufferSource(plain)), LABEL, isLabel)).toMatchObject({ location, isFallback: false });
  });

  it('gets it into the XMP that is there, whose other properties stay', () => {
    const before = withXmp(FOREIGN_XMP);
    const written = writeLabel(writer, before);
    expect(labelsIn(reader, written)).toEqual(one);
    const xmp = readItems(reader, written).items.find(({ kind }) => kind === 'xmp');
    const kept = xmpProperties(xmp?.bytes ?? plain).map(({ local, value }) => [local, value]);
    expect(kept).toContainEqual(['title', 'Ä title & more']);
    expect(kept).toContainEqual(['Mark', 'AB']);
    expect(Buffer.from(written).includes('  <!-- kept -->\n  <rdf:Description')).toBe(true);
    expect(image(written)).toEqual(image(before));
  });

  it('has its old label replaced, by one that is longer or shorter too', () => {
    for (const id of ['x', 'y'.repeat(600)]) {
      const written = writeLabel(writer, withXmp(OLD), labelJson(id));
      expect(labelsIn(reader, written)).toEqual([{ path: location, value: labelJson(id) }]);
      expect(Buffer.from(written).includes('an-older-number')).toBe(false);
    }
  });

  it('does not change when the same label is written again', () => {
    for (const file of [plain, withXmp(FOREIGN_XMP), withXmp(OLD)]) {
      const once = writeLabel(writer, file);
      expect(writeLabel(writer, once)).toEqual(once);
    }
  });

  it('is refused when its XMP is not well-formed or has a document type', () => {
    for (const packet of ['<a><b></a>', '<rdf:RDF', `<!DOCTYPE x [<!ENTITY a "b">]>${FOREIGN_XMP}`]) {
      expect(isRefused(writer, withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${packet}`))).toBe(true);
    }
  });

  it('is written or refused, and nothing else, when it is cut off anywhere', () => {
    for (const file of [plain, withXmp(OLD)]) {
      let refused = 0;
      for (let length = 0; length < file.length; length += 1)
        refused += Number(isRefused(writer, file.subarray(0, length)));
      expect(refused).toBeGreaterThan(file.length / 3);
    }
  });

  it('is written or refused, and nothing else, when bits of it are turned over', () => {
    const random = seededRandom(7);
    const file = withXmp(OLD);
    for (let round = 0; round < 400; round += 1) {
      let damaged = flipBit(file, random.below(file.length), random.below(8));
      damaged = flipBit(damaged, random.below(Math.min(200, file.length)), random.below(8));
      expect(typeof isRefused(writer, damaged)).toBe('boolean');
    }
  });

  it('is refused when it is something else', () => {
    expect(isRefused(writer, seededRandom(1).bytes(300))).toBe(true);
    expect(isRefused(writer, new Uint8Array(0))).toBe(true);
  });
});
