import type { Bytes } from '../bytes.ts';
import { buildMp4 } from '../media/bmff.ts';
import { buildBmp, buildTransportStream } from '../media/other-containers.ts';
import { aigcCarrier, aigcCarriers } from './carriers.ts';
import type { AigcCarrierCase } from './carrier.ts';
import { jpegXmp } from './image-parts.ts';
import { LABELS, type AigcFields } from './payloads.ts';
import { xmpPacket } from './xmp.ts';

/** A request to write a label, and what must come of it. */
export interface AigcWriteCase {
  number: number;
  part?: string;
  title: string;
  mediaType: string;
  extension: string;
  /** The file before; null for every writable base file (64). */
  build: (() => Bytes) | null;
  request: {
    role: 'produce' | 'propagate';
    onExisting: 'reject' | 'keep' | 'replace_propagation' | 'replace';
    fields: Partial<AigcFields>;
  };
  expected: {
    /** The rule that refuses the request. */
    refused?: string;
    /** Refused for its size. */
    tooLarge?: true;
    /** Fields of the one label afterwards. */
    fields?: Partial<AigcFields>;
    labels?: 1;
    /** Text that must still be in the file. */
    kept?: readonly string[];
    mediaUnchanged?: true;
    /** Offsets to the media data must be right: the samples are the same when read through the index. */
    offsetsShifted?: true;
  };
}

const TITLE = 'Revera keeps this title';
const LARGE_PACKET_BYTES = 60_000;
/** Above what a packet of one segment holds together with a label. */
const TOO_LARGE_PACKET_BYTES = 65_300;
const NEW = { ContentProducer: '001191110102MACQD9K64010000', ProduceID: 'b1946ac92492d2347c6235b4d2611184' };
const PRODUCE = { role: 'produce', onExisting: 'reject', fields: NEW } as const;
const DISTRIBUTOR = '001191110102MACQD9K64028705';

const doubaoPng = {
  mediaType: 'image/png',
  extension: 'png',
  build: (): Bytes => aigcCarrier('png-xmp').build(LABELS.doubao.text),
};

/** Cases 64 to 69. */
export const aigcWriteCases: readonly AigcWriteCase[] = [
  {
    number: 64,
    title: 'round trip of every writable format, then a C2PA signature',
    mediaType: '*/*',
    extension: '*',
    build: null,
    request: PRODUCE,
    expected: {
      labels: 1,
      mediaUnchanged: true,
      fields: {
        ...NEW,
        Label: '1',
        ContentPropagator: NEW.ContentProducer,
        PropagateID: NEW.ProduceID,
        ReservedCode1: '',
        ReservedCode2: '',
      },
    },
  },
  { number: 65, title: 'already labelled, reject', ...doubaoPng, request: PRODUCE, expected: { refused: 'AIGC-080' } },
  {
    number: 66,
    title: 'propagation on a labelled file',
    ...doubaoPng,
    request: {
      role: 'propagate',
      onExisting: 'replace_propagation',
      fields: { ContentPropagator: DISTRIBUTOR, PropagateID: 'p-66' },
    },
    expected: {
      labels: 1,
      mediaUnchanged: true,
      fields: {
        Label: '1',
        ContentProducer: NEW.ContentProducer,
        ProduceID: 'cc75f5e99aae4210960acb722f10974e',
        ReservedCode1: '',
        ContentPropagator: DISTRIBUTOR,
        PropagateID: 'p-66',
      },
    },
  },
  {
    number: 67,
    part: 'kept',
    title: 'JPEG with a foreign packet of 60 KB',
    mediaType: 'image/jpeg',
    extension: 'jpg',
    build: () => jpegXmp(titledPacket(LARGE_PACKET_BYTES)),
    request: PRODUCE,
    expected: { labels: 1, kept: [TITLE], mediaUnchanged: true, fields: NEW },
  },
  {
    number: 67,
    part: 'oversize',
    title: 'JPEG with a packet that leaves no room',
    mediaType: 'image/jpeg',
    extension: 'jpg',
    build: () => jpegXmp(titledPacket(TOO_LARGE_PACKET_BYTES)),
    request: PRODUCE,
    expected: { tooLarge: true },
  },
  {
    number: 68,
    title: 'MP4 with moov before mdat',
    mediaType: 'video/mp4',
    extension: 'mp4',
    build: () => buildMp4(),
    request: PRODUCE,
    expected: { labels: 1, offsetsShifted: true, mediaUnchanged: true, fields: NEW },
  },
  {
    number: 69,
    part: 'bmp',
    title: 'BMP',
    mediaType: 'image/bmp',
    extension: 'bmp',
    build: buildBmp,
    request: PRODUCE,
    expected: { refused: 'AIGC-082' },
  },
  {
    number: 69,
    part: 'ts',
    title: 'MPEG-TS',
    mediaType: 'video/mp2t',
    extension: 'ts',
    build: buildTransportStream,
    request: PRODUCE,
    expected: { refused: 'AIGC-082' },
  },
];

/** Carriers that a writer may choose: one file has one label in its format's standard place. */
export function standardCarriers(mediaType: string): readonly AigcCarrierCase[] {
  return aigcCarriers.filter((carrier) => carrier.mediaType === mediaType && carrier.placement === 'standard');
}

/** A packet of that size with a title and one long property. */
function titledPacket(bytes: number): Bytes {
  const description = (filler: string): Bytes =>
    xmpPacket(
      `<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">${TITLE}</rdf:li></rdf:Alt></dc:title><dc:source>${filler}</dc:source></rdf:Description>`,
    );
  return description('s'.repeat(bytes - description('').length));
}
