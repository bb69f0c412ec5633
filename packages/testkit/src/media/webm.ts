import { be16, be64, concat, fromHex, u8, type Bytes } from '../bytes.ts';
import { buildJpeg } from './jpeg.ts';
import { ebml } from './matroska.ts';

export interface EbmlFileOptions {
  /** Elements between Tracks and the first Cluster. */
  before?: readonly Bytes[];
  /** Elements after the last Cluster. */
  after?: readonly Bytes[];
  /** Segment and Clusters of unknown size, as live recordings have them. */
  unknownSizes?: boolean;
  /** MuxingApp and WritingApp. */
  application?: string;
}

interface Track {
  docType: string;
  entries: Bytes[];
  frame: () => Bytes;
}

const SIDE = 16;
const UNKNOWN_SIZE = u8(0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff);
const SEGMENT = '18538067';
const CLUSTER = '1f43b675';
/** One 16x16 grey VP8 key frame. */
const VP8_FRAME = fromHex('1002009d012a100010000047088585888584880202000c0e6000fe6800');
const SIZE = ebml('e0', ebml('b0', u8(SIDE)), ebml('ba', u8(SIDE)));
const PCM = ebml('e1', ebml('b5', fromHex('45fa0000')), ebml('9f', u8(1)), ebml('6264', u8(16)));

/** A WebM of one VP8 frame. */
export function buildWebm(options: EbmlFileOptions = {}): Bytes {
  const entries = [ebml('83', u8(1)), ebml('86', 'V_VP8'), SIZE];
  return ebmlFile({ docType: 'webm', entries, frame: () => VP8_FRAME }, options);
}

/** A Matroska video of one Motion-JPEG frame, with room for further elements. */
export function buildMkv(options: EbmlFileOptions = {}): Bytes {
  const entries = [ebml('83', u8(1)), ebml('86', 'V_MJPEG'), SIZE];
  const frame = (): Bytes => buildJpeg({ width: SIDE, height: SIDE });
  return ebmlFile({ docType: 'matroska', entries, frame }, options);
}

/** A Matroska audio of 16 silent samples. */
export function buildMka(options: EbmlFileOptions = {}): Bytes {
  const entries = [ebml('83', u8(2)), ebml('86', 'A_PCM/INT/LIT'), PCM];
  return ebmlFile({ docType: 'matroska', entries, frame: () => new Uint8Array(32) }, options);
}

/** An element whose size is not known: it ends where the next one of its level, or a higher one, begins. */
export function ebmlUnknownSize(identifier: string, ...parts: Bytes[]): Bytes {
  return concat(fromHex(identifier), UNKNOWN_SIZE, ...parts);
}

function ebmlFile({ docType, entries, frame }: Track, options: EbmlFileOptions): Bytes {
  const { before = [], after = [], unknownSizes = false, application = 'revera' } = options;
  const master = unknownSizes ? ebmlUnknownSize : ebml;
  const header = ebml('1a45dfa3', ebml('4282', docType), ebml('4287', u8(4)), ebml('4285', u8(2)));
  const scale = ebml('2ad7b1', u8(0x0f, 0x42, 0x40));
  const info = ebml('1549a966', scale, ebml('4d80', application), ebml('5741', application));
  const track = ebml('ae', ebml('d7', u8(1)), ebml('73c5', u8(1)), ...entries);
  const block = ebml('a3', u8(0x81), be16(0), u8(0x80), frame());
  const cluster = master(CLUSTER, ebml('e7', u8(0)), block);
  const front = concat(info, ebml('1654ae6b', track), ...before);
  const rest = concat(cluster, ...after);
  // Readers that do not play the file look behind the clusters only where a SeekHead sends them.
  const seeks = unknownSizes || after.length === 0 ? [] : [seekHead(front.length + cluster.length, after)];
  return concat(header, master(SEGMENT, ...seeks, front, rest));
}

/** One entry for each element after the clusters; all identifiers of this level have four bytes. */
function seekHead(behindClusters: number, after: readonly Bytes[]): Bytes {
  const build = (ownLength: number): Bytes => {
    let position = ownLength + behindClusters;
    const entries = after.map((element) => {
      const entry = ebml('4dbb', ebml('53ab', element.subarray(0, 4)), ebml('53ac', be64(position)));
      position += element.length;
      return entry;
    });
    return ebml('114d9b74', ...entries);
  };
  return build(build(0).length);
}
