import { buildPng } from '../media/png.ts';
import type { AigcCase, AigcCaseExpectation } from './case.ts';
import { aigcCarrier } from './carriers.ts';
import { jpegExif, jpegXmp, pngInternational, pngLatin, pngText, userComments } from './image-parts.ts';
import { pngTextBomb } from './hostile-images.ts';
import { aigcFields, aigcText, LABELS, mirrored, ODD_LABELS, readFields, wrapped } from './payloads.ts';
import { tc260Description, xmpForms, xmpPacket } from './xmp.ts';

const L = LABELS.doubao;
const L2 = LABELS.doubaoMirrored;
const { text, fields } = L2;
const PNG = { mediaType: 'image/png', extension: 'png' } as const;
const JPEG = { mediaType: 'image/jpeg', extension: 'jpg' } as const;
const XMP = 'XML:com.adobe.xmp';
const BAIDU_TEXT = LABELS.baidu.text.replaceAll('":', '": ').replaceAll(',"', ', "');
const TENCENT_CLOUD =
  '{"AIGC":{"ServiceProvider":"腾讯云","ServiceUser":"100000","Time":"2025-09-01","ContentId":"c-1"}}';

const DOUBAO: AigcCaseExpectation = {
  labels: 1,
  state: 'decoded',
  form: 'bare',
  carriers: ['xmp'],
  placement: 'standard',
  fields: L.fields,
  producer: {
    kind: 'code',
    uscc: '91110102MACQD9K640',
    checkDigitValid: true,
    serviceType: 'generation',
    applicationCode: '0000',
    company: 'ByteDance',
  },
  reservedCode1: 'empty',
  raised: ['AIGC-023'],
  absent: ['AIGC-022', 'AIGC-024', 'AIGC-043'],
  worst: 'warning',
};
const JIMENG: AigcCaseExpectation = {
  labels: 1,
  state: 'decoded',
  form: 'bare',
  carriers: ['xmp'],
  fields: LABELS.jimeng.fields,
  producer: {
    kind: 'code',
    uscc: '9144030008867405X2',
    serviceType: 'generation',
    applicationCode: '0001',
    company: 'ByteDance',
  },
  propagator: { kind: 'code', uscc: '9144030008867405X2', serviceType: 'distribution', applicationCode: '0001' },
  absent: ['AIGC-044'],
  worst: 'info',
};
const CONFORMANT: AigcCaseExpectation = { labels: 1, state: 'decoded', fields, form: 'bare', worst: 'info' };
const DECODED: AigcCaseExpectation = { labels: 1, state: 'decoded', form: 'bare', fields };
const NONE: AigcCaseExpectation = { labels: 0 };

/** Cases 1 to 32: images. */
export const imageCases: readonly AigcCase[] = [
  real(1, 'Doubao PNG', 'doubao_black_1x1_1.png', DOUBAO),
  { ...made(1, 'png-xmp', L.text, 'the same label in a PNG of ours', DOUBAO), part: 'rebuilt' },
  real(2, 'Jimeng PNG', 'jimeng_cap_A.png', JIMENG),
  { ...made(2, 'png-xmp', LABELS.jimeng.text, 'the same label in a PNG of ours', JIMENG), part: 'rebuilt' },
  real(3, 'Samsung PNG without a label', 'samsung_black_1.png', NONE),
  made(4, 'jpeg-xmp-element', text, 'XMP element, escaped quotes', {
    ...CONFORMANT,
    carriers: ['xmp'],
    placement: 'standard',
  }),
  made(5, 'jpeg-xmp-raw-quotes', text, 'XMP element, raw quotes', CONFORMANT),
  made(6, 'jpeg-xmp-cdata', text, 'XMP CDATA', CONFORMANT),
  made(7, 'jpeg-xmp-attribute', text, 'XMP attribute', CONFORMANT),
  made(8, 'jpeg-xmp-double-escaped', text, 'value escaped twice', {
    ...CONFORMANT,
    deviations: ['extra-entity-escape'],
    raised: ['AIGC-003'],
    worst: 'warning',
  }),
  made(9, 'jpeg-xmp-lower-case-prefix', text, 'lower-case prefix', {
    ...CONFORMANT,
    raised: ['AIGC-055'],
    absent: ['AIGC-054'],
  }),
  made(10, 'jpeg-xmp-foreign-namespace', BAIDU_TEXT, 'foreign namespace, Label 2 (Baidu)', {
    labels: 1,
    state: 'decoded',
    fields: LABELS.baidu.fields,
    deviations: ['namespace-nonstandard'],
    raised: ['AIGC-054', 'AIGC-013'],
    producer: { kind: 'code', uscc: '91110000802100433B', company: 'Baidu' },
    worst: 'warning',
  }),
  made(11, 'jpeg-xmp-element', '{}', 'empty object', {
    labels: 1,
    state: 'decoded',
    fields: readFields({}),
    raised: ['AIGC-010', 'AIGC-020', 'AIGC-021'],
  }),
  made(12, 'jpeg-xmp-element', '1', 'a number', { labels: 1, state: 'undecodable', raised: ['AIGC-001'] }),
  {
    number: 13,
    title: 'empty element',
    ...JPEG,
    build: () => jpegXmp(xmpPacket(tc260Description('<TC260:AIGC/>'))),
    expected: { labels: 1, state: 'empty', raised: ['AIGC-002'], worst: 'warning' },
  },
  made(14, 'png-text', text, 'PNG tEXt, bare', {
    ...CONFORMANT,
    carriers: ['png_text'],
    placement: 'annex',
    raised: ['AIGC-004'],
    absent: ['AIGC-053'],
  }),
  made(15, 'png-text', wrapped(text), 'PNG tEXt, wrapped', { ...CONFORMANT, form: 'wrapped', absent: ['AIGC-004'] }),
  made(16, 'png-compressed-text', text, 'PNG zTXt', DECODED, 'text'),
  {
    number: 16,
    part: 'bomb',
    title: 'PNG zTXt bomb',
    ...PNG,
    build: pngTextBomb,
    expected: { labels: 0, problems: true },
  },
  made(17, 'png-text-after-image', text, 'PNG tEXt behind IDAT', DECODED),
  made(18, 'png-xmp-compressed', text, 'PNG compressed XMP', CONFORMANT),
  made(19, 'png-text', '{"unrelated":"v"}', 'PNG tEXt with other JSON', NONE),
  made(20, 'png-text', 'AIGC art contest winner 2025', 'PNG tEXt with prose', NONE),
  made(21, 'png-text', ODD_LABELS.qwen.text, 'PNG tEXt of Qwen', {
    labels: 1,
    state: 'decoded',
    fields: ODD_LABELS.qwen.fields,
    raised: ['AIGC-020', 'AIGC-022'],
    propagator: { kind: 'code', uscc: '91440101MA9Y9T4H7A', company: 'Alibaba' },
  }),
  made(22, 'jpeg-app11', text, 'JPEG APP11', {
    ...CONFORMANT,
    carriers: ['jpeg_app_segment'],
    placement: 'other',
    deviations: ['bare-prefix'],
    raised: ['AIGC-053'],
    worst: 'warning',
  }),
  made(23, 'jpeg-app9', text, 'JPEG APP9', { ...CONFORMANT, carriers: ['jpeg_app_segment'], worst: 'warning' }),
  made(24, 'jpeg-user-comment-ascii', wrapped(text), 'UserComment, ASCII', {
    ...CONFORMANT,
    form: 'wrapped',
    carriers: ['exif_user_comment'],
    placement: 'annex',
  }),
  ...(['none', 'zero', 'unicode-little-endian'] as const).map((form) =>
    made(
      25,
      `jpeg-user-comment-${form}`,
      wrapped(text),
      `UserComment, ${form}`,
      { ...CONFORMANT, form: 'wrapped' },
      form,
    ),
  ),
  made(26, 'jpeg-user-comment-ascii', wrapped(text.replace('"Label":"1"', '"Label":1')), 'numeric Label', {
    labels: 1,
    state: 'decoded',
    form: 'wrapped',
    fields,
    deviations: ['non-string:Label'],
    raised: ['AIGC-012'],
  }),
  made(27, 'jpeg-user-comment-ascii', 'shot in Beijing', 'UserComment with prose', NONE),
  made(28, 'jpeg-user-comment-ascii', ODD_LABELS.honor.text, 'Honor: reserved code is an object', {
    labels: 1,
    state: 'decoded',
    fields: ODD_LABELS.honor.fields,
    deviations: ['object:ReservedCode1'],
    raised: ['AIGC-063'],
    reservedCode1: 'security_data',
    signature: 'unsupported',
    producer: { kind: 'code', uscc: '91440300MA5G49LC9K', company: 'Honor' },
  }),
  {
    number: 29,
    title: 'Tencent Cloud schema',
    ...JPEG,
    build: () => jpegExif({ imageDescription: TENCENT_CLOUD }),
    expected: { labels: 0, lookAlike: { schema: 'tencent_cloud', assertsAi: true }, raised: ['AIGC-073'] },
  },
  {
    number: 30,
    title: 'ByteDance private schema',
    ...JPEG,
    build: () =>
      jpegExif({ userComment: userComments.ascii('{"data":{"product":"aweme","aigc_info":{"aigc_type":1}}}') }),
    expected: { labels: 0, lookAlike: { schema: 'bytedance', assertsAi: true }, raised: ['AIGC-073'] },
  },
  {
    number: 31,
    title: 'two identical labels',
    ...PNG,
    build: () => pngText(pngInternational(XMP, xmpForms.element(text)), pngLatin('AIGC', text)),
    expected: {
      labels: 2,
      state: 'decoded',
      fields,
      carriers: ['xmp', 'png_text'],
      raised: ['AIGC-050'],
      absent: ['AIGC-051', 'AIGC-052'],
    },
  },
  {
    number: 32,
    title: 'two labels, different ProduceID',
    ...PNG,
    build: () => {
      const second = aigcText(mirrored(aigcFields({ ProduceID: 'another' })));
      return buildPng({
        chunks: [pngInternational(XMP, xmpForms.element(text))],
        chunksAfterImage: [pngLatin('AIGC', second)],
      });
    },
    expected: { labels: 2, state: 'decoded', raised: ['AIGC-051'], absent: ['AIGC-050', 'AIGC-052'] },
  },
];

/** A file of a carrier with a text in it. */
export function made(
  number: number,
  carrier: string,
  label: string,
  title: string,
  expected: AigcCaseExpectation,
  part?: string,
): AigcCase {
  const found = aigcCarrier(carrier);
  const { mediaType, extension } = found;
  const row = { number, title, mediaType, extension, build: () => found.build(label), expected };
  return part === undefined ? row : { ...row, part };
}

function real(number: number, title: string, realFile: string, expected: AigcCaseExpectation): AigcCase {
  return { number, title, ...PNG, build: null, realFile, expected };
}
