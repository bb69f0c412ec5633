import { concat, be32, be64, type Bytes } from '../bytes.ts';
import { buildMp4With, itunesItem, itunesMeta, keysMeta, userDataBox } from '../media/bmff-edit.ts';
import type { AigcCase, AigcCaseExpectation } from './case.ts';
import { made } from './cases-images.ts';
import { inMovie, inUserData, keyless } from './media-carriers.ts';
import { LABELS, ODD_LABELS } from './payloads.ts';

const L = LABELS.doubao;
const L2 = LABELS.doubaoMirrored;
const { text, fields } = L2;
const MP4 = { mediaType: 'video/mp4', extension: 'mp4' } as const;
const MOV = { mediaType: 'video/quicktime', extension: 'mov' } as const;
const DECODED: AigcCaseExpectation = { labels: 1, state: 'decoded', form: 'bare', fields };
const CONFORMANT: AigcCaseExpectation = { ...DECODED, placement: 'standard', worst: 'info' };
const ARTWORK = ['com.apple.quicktime.artwork', '{"artwork":"private"}'] as const;

/** Cases 33 to 48 without 41: video and audio. */
export const mediaCases: readonly AigcCase[] = [
  made(33, 'mp4-keys', ODD_LABELS.kling.text, 'Kling: null reserved codes', {
    labels: 1,
    state: 'decoded',
    fields: ODD_LABELS.kling.fields,
    deviations: ['null:ReservedCode1', 'null:ReservedCode2'],
    raised: ['AIGC-012', 'AIGC-044'],
    carriers: ['quicktime_keys'],
    placement: 'standard',
    propagator: { kind: 'code', serviceType: 'generation' },
    producer: { kind: 'code', uscc: '91110108335469089C', applicationCode: '0100', company: 'Kuaishou' },
  }),
  made(34, 'mp4-keys', ODD_LABELS.volcano.text, 'Volcano Engine: three keys', {
    labels: 1,
    state: 'decoded',
    fields: ODD_LABELS.volcano.fields,
    raised: ['AIGC-022', 'AIGC-025'],
    reservedCode1: 'absent',
    producer: { kind: 'code', uscc: '91110108MA01R70K8D', company: 'Volcano' },
    worst: 'warning',
  }),
  made(35, 'mp4-keys', LABELS.klingName.text, 'a name instead of a code', {
    labels: 1,
    state: 'decoded',
    fields: LABELS.klingName.fields,
    raised: ['AIGC-046'],
    producer: { kind: 'name', company: 'Kuaishou' },
    worst: 'info',
  }),
  {
    number: 36,
    title: 'QuickTime meta in moov, second key',
    ...MOV,
    build: () => inMovie(keysMeta([ARTWORK, ['AIGC', text]], false), 'mov'),
    expected: { ...DECODED, carriers: ['quicktime_keys'] },
  },
  {
    number: 37,
    title: 'list without keys, numeric items',
    ...MOV,
    build: () => keyless(L.text, 'mov'),
    expected: {
      labels: 1,
      state: 'decoded',
      fields: L.fields,
      carriers: ['itunes_item'],
      placement: 'other',
      raised: ['AIGC-053'],
    },
  },
  made(38, 'mp4-keys-lower-case', text, 'lower-case key', DECODED, 'lower-case'),
  made(38, 'mp4-keys-suffix', text, 'key with a prefix', DECODED, 'suffix'),
  {
    number: 39,
    title: 'MP4 as ffmpeg leaves it without use_metadata_tags',
    ...MP4,
    build: () => inUserData(itunesMeta(itunesItem([0xa9, 0x74, 0x6f, 0x6f], 'Lavf59.27.100'))),
    expected: { labels: 0 },
  },
  {
    number: 40,
    title: '64-bit mdat of 5 GB before moov: see sparseMp4',
    ...MP4,
    build: null,
    expected: CONFORMANT,
  },
  made(42, 'mkv-tag', text, 'Matroska tag', CONFORMANT, 'mkv'),
  made(42, 'webm-tag-unknown-sizes', text, 'WebM of unknown sizes', CONFORMANT, 'webm'),
  made(43, 'flv-string', text, 'FLV onMetaData', CONFORMANT),
  made(44, 'avi-info', `${text.length % 2 === 0 ? '' : ' '}${text}`, 'AVI INFO, odd length with its NUL', {
    ...DECODED,
    placement: 'standard',
  }),
  made(45, 'wav-chunk', text, 'WAV chunk', CONFORMANT, 'chunk'),
  made(
    45,
    'wav-both',
    text,
    'WAV chunk and INFO',
    { labels: 2, state: 'decoded', fields, raised: ['AIGC-050'], carriers: ['riff_chunk', 'riff_info'] },
    'both',
  ),
  made(46, 'mp3-txxx-v23', text, 'ID3v2.3', CONFORMANT, 'v23'),
  made(46, 'mp3-txxx-v24', text, 'ID3v2.4', CONFORMANT, 'v24'),
  made(
    46,
    'mp3-txxx-v23',
    ODD_LABELS.iflytek.text,
    'iFlytek',
    {
      labels: 1,
      state: 'decoded',
      form: 'wrapped',
      fields: ODD_LABELS.iflytek.fields,
      raised: ['AIGC-004', 'AIGC-026'],
      producer: { kind: 'code', uscc: '91340000711771143J', company: 'iFlytek' },
    },
    'iflytek',
  ),
  ...(['flac', 'ogg', 'opus'] as const).map((kind) =>
    made(
      47,
      `${kind}-comment-lower-case`,
      text,
      `${kind}, lower-case key`,
      { ...DECODED, placement: 'standard', carriers: ['vorbis_comment'] },
      kind,
    ),
  ),
  made(48, 'aac-id3', text, 'ID3v2 before ADTS', {
    ...DECODED,
    placement: 'other',
    raised: ['AIGC-053'],
    worst: 'warning',
  }),
];

/** Case 40 without its gigabytes: `head`, then `zeros` bytes that no reader of metadata needs, then `tail`. */
export function sparseMp4(zeros: number, label: string = text): { head: Bytes; zeros: number; tail: Bytes } {
  const film = buildMp4With({ moov: [userDataBox(keysMeta([['AIGC', label]]))] });
  const typeBytes = new DataView(film.buffer).getUint32(0);
  const movieBytes = new DataView(film.buffer).getUint32(typeBytes);
  const head = concat(film.subarray(0, typeBytes), be32(1), 'mdat', be64(16 + zeros));
  return { head, zeros, tail: concat(film.subarray(typeBytes, typeBytes + movieBytes)) };
}
