import { be32, concat, u8, type Bytes } from '../bytes.ts';
import { buildAac } from '../media/aac.ts';
import { box } from '../media/bmff.ts';
import {
  buildMp4With,
  FILE_TYPE_3GP,
  freeformItem,
  itunesItem,
  itunesMeta,
  keysMeta,
  userDataBox,
} from '../media/bmff-edit.ts';
import { amfLongString, amfProperty, amfString, buildFlv } from '../media/flv.ts';
import { ebml } from '../media/matroska.ts';
import { aiffChunk, buildAiff, buildAsf, xmpUuidBox } from '../media/other-containers.ts';
import { riffChunk, riffList } from '../media/riff.ts';
import { buildAviWith, buildWav64With, buildWavWith } from '../media/riff-edit.ts';
import { buildMka, buildMkv, buildWebm } from '../media/webm.ts';
import type { AigcCarrierCase, AigcCarrierName } from './carrier.ts';
import { id3v2, userText } from '../media/id3v2.ts';
import { xmpForms } from './xmp.ts';

type Builder = (text: string) => Bytes;
type Extra = Partial<Pick<AigcCarrierCase, 'exiftool' | 'exiftoolPrefix' | 'sites' | 'deviations' | 'optional'>>;

/** How exiftool shows a TXXX frame: its description in front of the text. */
const USER_TEXT: Extra = { exiftool: 'UserDefinedText', exiftoolPrefix: '(AIGC) ' };
const COPYRIGHT_SIGN = 0xa9;
const KEYS: AigcCarrierName = 'quicktime_keys';

const mp4 = format('mp4', 'video/mp4', 'mp4');
const mov = format('mov', 'video/quicktime', 'mov');
const m4a = format('m4a', 'audio/mp4', 'm4a');
const threeGp = format('3gp', 'video/mp4', '3gp');
const mkv = format('mkv', 'video/x-matroska', 'mkv');
const webm = format('webm', 'video/webm', 'webm');
const mka = format('mka', 'audio/x-matroska', 'mka');
const flv = format('flv', 'video/x-flv', 'flv');
const avi = format('avi', 'video/x-msvideo', 'avi');
const wav = format('wav', 'audio/wav', 'wav');

/** The ways into ISO base media and QuickTime files. */
export const bmffCarriers: readonly AigcCarrierCase[] = [
  mp4('keys', KEYS, 'standard', (text) => inUserData(keysMeta([['AIGC', text]])), { exiftool: 'AIGC' }),
  mp4('keys-second', KEYS, 'standard', (text) => inUserData(keysMeta([artwork(), ['AIGC', text]])), {
    exiftool: 'AIGC',
  }),
  mp4('keys-lower-case', KEYS, 'standard', (text) => inUserData(keysMeta([['aigc', text]])), { exiftool: 'Aigc' }),
  mp4('keys-suffix', KEYS, 'standard', (text) => inUserData(keysMeta([['com.x.AIGC', text]])), { exiftool: 'XAIGC' }),
  mp4('keys-movie-quicktime', KEYS, 'other', (text) => inMovie(keysMeta([['AIGC', text]], false)), {
    exiftool: 'AIGC',
  }),
  mp4('keys-movie-full', KEYS, 'other', (text) => inMovie(keysMeta([['AIGC', text]]))),
  mp4('keyless', 'itunes_item', 'other', keyless),
  mp4('freeform', 'itunes_freeform', 'other', (text) => inUserData(itunesMeta(freeformItem('AIGC', text))), {
    exiftool: 'AIGC',
  }),
  mp4('item-type', 'itunes_item', 'other', (text) => inUserData(itunesMeta(itunesItem('AIGC', text)))),
  mp4('comment', 'itunes_item', 'other', (text) => inUserData(itunesMeta(commentItem(text))), { exiftool: 'Comment' }),
  mp4('user-data', 'quicktime_user_data', 'other', (text) => inUserData(box('AIGC', text))),
  mp4('user-data-lower-case', 'quicktime_user_data', 'other', (text) => inUserData(box('aigc', text))),
  mp4('xmp-uuid', 'xmp', 'other', (text) => buildMp4With({ end: [xmpUuidBox(xmpForms.element(text))] }), {
    exiftool: 'Aigc',
  }),
  mov('keys', KEYS, 'standard', (text) => inUserData(keysMeta([['AIGC', text]]), 'mov'), { exiftool: 'AIGC' }),
  mov('keys-movie', KEYS, 'other', (text) => inMovie(keysMeta([artwork(), ['AIGC', text]], false), 'mov'), {
    exiftool: 'AIGC',
  }),
  mov('keyless', 'itunes_item', 'other', (text) => keyless(text, 'mov')),
  mov('xmp', 'xmp', 'other', (text) => inUserData(box('XMP_', xmpForms.element(text)), 'mov'), { exiftool: 'Aigc' }),
  m4a('keys', KEYS, 'standard', (text) => inUserData(keysMeta([['AIGC', text]]), 'm4a'), { exiftool: 'AIGC' }),
  m4a('freeform', 'itunes_freeform', 'other', (text) => inUserData(itunesMeta(freeformItem('AIGC', text)), 'm4a'), {
    exiftool: 'AIGC',
  }),
  threeGp(
    'keys',
    KEYS,
    'standard',
    (text) => buildMp4With({ fileType: FILE_TYPE_3GP, moov: [userDataBox(keysMeta([['AIGC', text]]))] }),
    { exiftool: 'AIGC' },
  ),
];

/** The ways into Matroska and Flash Video. */
export const streamCarriers: readonly AigcCarrierCase[] = [
  mkv('tag', 'matroska_tag', 'standard', (text) => buildMkv({ after: [matroskaTags(text)] })),
  mkv('tag-before', 'matroska_tag', 'standard', (text) => buildMkv({ before: [matroskaTags(text)] }), {
    exiftool: 'Aigc',
  }),
  mkv('attachment', 'matroska_attachment', 'other', (text) => buildMkv({ before: [matroskaAttachment(text)] })),
  webm('tag', 'matroska_tag', 'standard', (text) => buildWebm({ after: [matroskaTags(text)] })),
  webm('tag-unknown-sizes', 'matroska_tag', 'standard', (text) =>
    buildWebm({ unknownSizes: true, after: [matroskaTags(text)] }),
  ),
  webm(
    'tag-before-unknown-sizes',
    'matroska_tag',
    'standard',
    (text) => buildWebm({ unknownSizes: true, before: [matroskaTags(text)] }),
    { exiftool: 'Aigc' },
  ),
  mka('tag', 'matroska_tag', 'standard', (text) => buildMka({ before: [matroskaTags(text)] }), { exiftool: 'Aigc' }),
  flv('string', 'flv_metadata', 'standard', (text) => buildFlv([amfProperty('AIGC', amfString(text))]), {
    exiftool: 'AIGC',
  }),
  flv('long-string', 'flv_metadata', 'standard', (text) => buildFlv([amfProperty('AIGC', amfLongString(text))]), {
    exiftool: 'AIGC',
  }),
];

/** The ways into RIFF, AIFF and ASF. */
export const chunkCarriers: readonly AigcCarrierCase[] = [
  avi('info', 'riff_info', 'standard', (text) => buildAviWith([infoList(text)])),
  avi('info-after-index', 'riff_info', 'standard', (text) => buildAviWith([infoList(text)], 'after')),
  avi('xmp', 'xmp', 'other', (text) => buildAviWith([riffChunk('_PMX', xmpForms.element(text))], 'after'), {
    exiftool: 'Aigc',
  }),
  wav('chunk', 'riff_chunk', 'standard', (text) => buildWavWith([riffChunk('AIGC', text)])),
  wav('chunk-first', 'riff_chunk', 'standard', (text) => buildWavWith([riffChunk('AIGC', text)], 'before')),
  wav('info', 'riff_info', 'other', (text) => buildWavWith([infoList(text)])),
  wav('both', 'riff_chunk', 'standard', (text) => buildWavWith([riffChunk('AIGC', text), infoList(text)]), {
    sites: 2,
  }),
  wav('id3', 'id3_text', 'other', (text) => buildWavWith([riffChunk('id3 ', id3Tag(text))]), USER_TEXT),
  wav('id3-upper-case', 'id3_text', 'other', (text) => buildWavWith([riffChunk('ID3 ', id3Tag(text))])),
  wav('xmp', 'xmp', 'other', (text) => buildWavWith([riffChunk('_PMX', xmpForms.element(text))]), { exiftool: 'Aigc' }),
  format('rf64', 'audio/wav', 'wav')('chunk', 'riff_chunk', 'standard', (text) =>
    buildWav64With('RF64', [riffChunk('AIGC', text)]),
  ),
  format('bw64', 'audio/wav', 'wav')('chunk', 'riff_chunk', 'standard', (text) =>
    buildWav64With('BW64', [riffChunk('AIGC', text)]),
  ),
  format('aiff', 'audio/aiff', 'aiff')(
    'id3',
    'id3_text',
    'other',
    (text) => buildAiff([aiffChunk('ID3 ', id3Tag(text))]),
    { ...USER_TEXT, optional: true },
  ),
  format('asf', 'video/x-ms-asf', 'wma')('descriptor', 'asf_attribute', 'other', (text) => buildAsf([['AIGC', text]]), {
    optional: true,
  }),
  format('aac', 'audio/aac', 'aac')('id3', 'id3_text', 'other', (text) => buildAac(id3Tag(text))),
];

/** `Tags` of one tag without a target. */
export function matroskaTags(text: string, name = 'AIGC'): Bytes {
  return ebml('1254c367', ebml('7373', ebml('63c0'), ebml('67c8', ebml('45a3', name), ebml('4487', text))));
}

/** An `INFO` list of one child, whose text ends with a NUL. */
export function infoList(text: string): Bytes {
  return riffList('LIST', 'INFO', riffChunk('AIGC', text, '\0'));
}

/** A film with `udta` around the given box. */
export function inUserData(content: Bytes, brand: 'mp4' | 'mov' | 'm4a' = 'mp4'): Bytes {
  return buildMp4With({ brand, moov: [userDataBox(content)] });
}

/** A film with the given box directly in `moov`. */
export function inMovie(content: Bytes, brand: 'mp4' | 'mov' = 'mp4'): Bytes {
  return buildMp4With({ brand, moov: [content] });
}

/** A list without `keys`, whose items have numbers for types; the second one is the label. */
export function keyless(text: string, brand: 'mp4' | 'mov' = 'mp4'): Bytes {
  const items = [itunesItem(be32(1), '{"artwork":"private"}'), itunesItem(be32(2), text)];
  return inUserData(itunesMeta(...items), brand);
}

function artwork(): [key: string, value: string] {
  return ['com.apple.quicktime.artwork', '{"data":{"product":"doubao"}}'];
}

function commentItem(text: string): Bytes {
  return itunesItem(concat(u8(COPYRIGHT_SIGN), 'cmt'), text);
}

function matroskaAttachment(text: string): Bytes {
  const file = [ebml('466e', 'AIGC'), ebml('4660', 'application/json'), ebml('465c', text), ebml('46ae', u8(1))];
  return ebml('1941a469', ebml('61a7', ...file));
}

function id3Tag(text: string): Bytes {
  return id3v2(4, [{ id: 'TXXX', data: userText('AIGC', text, 'utf8') }]);
}

function format(prefix: string, mediaType: string, extension: string) {
  return (
    id: string,
    carrier: AigcCarrierName,
    placement: AigcCarrierCase['placement'],
    build: Builder,
    extra: Extra = {},
  ): AigcCarrierCase => ({ id: `${prefix}-${id}`, mediaType, extension, carrier, placement, build, ...extra });
}
