import { be32, concat, u8, type Bytes } from '@revera/testkit';
import {
  box,
  buildJpeg,
  buildMp4,
  buildPng,
  fullBox,
  id3Frame,
  id3Tag,
  imageResource,
  iptcRecord,
  mp3Frame,
  rawProfile,
  riffChunk,
  riffList,
  samsungTrailer,
} from '@revera/testkit/media';
import { expect, it } from 'vitest';
import { bufferSource } from '../bytes/random-access.ts';
import type { MediaType } from '../media/media-types.ts';
import { readMetadata } from '../media/read-metadata.ts';
import { readLabels } from './read-labels.ts';

const LABEL = '{"AIGC":{"Label":"1","ContentProducer":"x","ProduceID":"y"}}';
const SEF = samsungTrailer({ name: 'AIGC', value: LABEL });
const HANDLER = fullBox('hdlr', 0, 0, be32(0), 'nrtm', new Uint8Array(12), '\0');

function jpegWith(record: Uint8Array): Bytes {
  const payload = concat('Photoshop 3.0\0', imageResource(0x0404, record));
  return buildJpeg({ segments: [{ marker: 0xed, payload }] });
}

function pngWith(record: Uint8Array): Bytes {
  return buildPng({
    chunks: [{ type: 'tEXt', data: concat('Raw profile type iptc\0', rawProfile('iptc', record)) }],
  });
}

/** Places that tell of makers, whole and with damage. */
const FILES: [string, MediaType, Bytes][] = [
  ['IPTC', 'image/jpeg', jpegWith(iptcRecord(['2:110', LABEL], ['2:120', LABEL]))],
  ['IPTC that is cut off', 'image/jpeg', jpegWith(iptcRecord(['2:110', LABEL]).subarray(0, 50))],
  ['IPTC in a raw profile', 'image/png', pngWith(iptcRecord(['2:110', LABEL], ['2:120', LABEL]))],
  ['IPTC in a raw profile that is cut off', 'image/png', pngWith(iptcRecord(['2:110', LABEL]).subarray(0, 50))],
  ['SEF trailer', 'image/jpeg', concat(buildJpeg(), SEF)],
  ['SEF trailer without its blocks', 'image/png', concat(buildPng(), SEF.subarray(SEF.length - 32))],
  ['SEF trailer without its directory', 'image/png', concat(buildPng(), 'trailer', SEF.subarray(SEF.length - 8))],
  ['Exif list', 'audio/wav', riffList('RIFF', 'WAVE', riffList('LIST', 'exif', riffChunk('ecor', LABEL)))],
  [
    'Exif list that is damaged',
    'audio/wav',
    riffList('RIFF', 'WAVE', riffList('LIST', 'exif', u8(1, 2, 3, 4, 9, 9, 9, 9))),
  ],
  ['address', 'audio/mpeg', concat(id3Tag(id3Frame('WOAS', concat(LABEL))), mp3Frame(), mp3Frame())],
  ['Canon in padding', 'video/mp4', concat(buildMp4(), box('skip', box('CNMN', LABEL), be32(999), 'CNFV'))],
  ["Sony's XML", 'video/mp4', concat(buildMp4(), fullBox('meta', 0, 0, HANDLER, fullBox('xml ', 0, 0, `<a>${LABEL}`)))],
];

it.each(FILES)('%s: is no place for a label, and its damage keeps no label from being found', (_, type, bytes) => {
  expect(readLabels(bufferSource(bytes), type)).toMatchObject({
    labels: [],
    look_alikes: [],
    findings: [],
    problems: [],
  });
});

it('the files hold what they are said to hold', () => {
  const whole = FILES.filter(([name]) =>
    ['IPTC', 'IPTC in a raw profile', 'SEF trailer', 'Exif list', 'address'].includes(name),
  );
  for (const [name, type, bytes] of whole) {
    const { items } = readMetadata(bufferSource(bytes), type);
    const texts = items.map((item) => new TextDecoder().decode(item.bytes));
    expect(
      texts.filter((text) => text === LABEL),
      name,
    ).not.toEqual([]);
  }
});
