import { concat } from '../bytes.ts';
import { buildMarkdown } from '../media/text-files.ts';
import { entityBombXml, nested } from './bombs.ts';
import type { AigcCase, AigcCaseExpectation } from './case.ts';
import { signedLabelText, signedLabel } from './case-signature.ts';
import { made } from './cases-images.ts';
import { textRepeatedOpening } from './hostile-documents.ts';
import { jpegXmp, pngLatin, pngText } from './image-parts.ts';
import { aigcFields, aigcText, LABELS, mirrored, ODD_LABELS, readFields } from './payloads.ts';

const L2 = LABELS.doubaoMirrored;
const { text, fields } = L2;
const MARKDOWN = { mediaType: 'text/markdown', extension: 'md' } as const;
const DECODED: AigcCaseExpectation = { labels: 1, state: 'decoded', fields };
const CONFORMANT: AigcCaseExpectation = { ...DECODED, form: 'bare', placement: 'standard', worst: 'info' };
const ZEROS = '0'.repeat(32);
/** More than the reader of the largest text limit takes, and quick to build. */
const SCAN_BYTES = 8_000_000;

const WRONG_CHECK = aigcFields({ ContentProducer: '001191110102MACQD9K64110000' });
const MINIMAX = 'AIGC:\n  Label: AIGC\n  ContentProducer: Minimax Agent AI\n  ProduceID: "@"'.replace('@', ZEROS);
const IFLOW_ROWS =
  'AIGC:\n  Label: "1"\n  ContentProducer: "@"\n  ProduceID: "u-77/s-12"\n  ReserveCode1: "iflow"\n  ContentPropagator: "@"\n  PropagateID: "u-77/s-12"\n  ReserveCode2: "iflow"';

/** Cases 41 and 49 to 63: documents, text, and damaged values. */
export const documentCases: readonly AigcCase[] = [
  signed(
    'holds over the hash of the message',
    signedLabelText(),
    {
      labels: 1,
      state: 'decoded',
      fields: signedLabel(),
      raised: ['AIGC-061'],
      reservedCode1: 'security_data',
      signature: 'verified_embedded',
      producer: { kind: 'code', uscc: '91310104MACE0YX639', company: 'StepFun' },
    },
    'signed',
  ),
  signed(
    'one digit of the ID changed',
    signedLabelText({ ProduceID: '142569260085903361' }),
    {
      labels: 1,
      state: 'decoded',
      raised: ['AIGC-062'],
      reservedCode1: 'security_data',
      signature: 'failed',
    },
    'tampered',
  ),
  ...(['info', 'info-hex-utf16', 'info-object-stream'] as const).map((place) =>
    made(49, `pdf-${place}`, text, `PDF ${place}`, { ...CONFORMANT, carriers: ['pdf_info'] }, place),
  ),
  made(50, 'pdf-dictionary', LABELS.apple.text, 'PDF dictionary of Apple', {
    labels: 1,
    state: 'decoded',
    form: 'fields',
    fields: LABELS.apple.fields,
    deviations: ['non-string:Label'],
    carriers: ['pdf_info_dictionary'],
    producer: { kind: 'code', uscc: '91310115MAEA70M85H', checkDigitValid: true },
  }),
  ...(['custom', 'custom-stored-descriptor'] as const).map((place) =>
    made(51, `docx-${place}`, text, `DOCX ${place}`, { ...CONFORMANT, carriers: ['ooxml_custom_property'] }, place),
  ),
  made(52, 'markdown-yaml-indent-4', LABELS.tencent.text, 'Markdown of Tencent', {
    labels: 1,
    state: 'decoded',
    fields: LABELS.tencent.fields,
    carriers: ['front_matter'],
    placement: 'standard',
    reservedCode1: 'opaque',
    raised: ['AIGC-064'],
    producer: { kind: 'code', uscc: '91440300708461136T', applicationCode: 'XGW3', company: 'Tencent' },
  }),
  made(
    53,
    'markdown-json',
    LABELS.zhipu.text,
    'Markdown of Zhipu, one line',
    {
      labels: 1,
      state: 'decoded',
      fields: LABELS.zhipu.fields,
      producer: { kind: 'code', uscc: '91110108MA01KP2T5U', company: 'Zhipu' },
      absent: ['AIGC-053'],
    },
    'head',
  ),
  made(
    53,
    'markdown-json-block-middle',
    LABELS.zhipu.text,
    'the same in mid-file',
    { labels: 1, state: 'decoded', fields: LABELS.zhipu.fields, placement: 'other', raised: ['AIGC-053'] },
    'middle',
  ),
  {
    number: 54,
    title: 'front matter of iFlow',
    ...MARKDOWN,
    build: () => buildMarkdown(IFLOW_ROWS.replaceAll('@', '001191330101MA27WPYJ18xliu')),
    expected: {
      labels: 1,
      state: 'decoded',
      fields: ODD_LABELS.iflow.fields,
      deviations: ['key-spelling:ReserveCode1', 'key-spelling:ReserveCode2'],
      raised: ['AIGC-007', 'AIGC-040'],
      producer: { kind: 'code_like' },
    },
  },
  {
    number: 55,
    title: 'front matter of MiniMax',
    ...MARKDOWN,
    build: () => buildMarkdown(MINIMAX),
    expected: {
      labels: 1,
      state: 'decoded',
      fields: readFields({ Label: 'AIGC', ContentProducer: 'Minimax Agent AI', ProduceID: ZEROS }),
      raised: ['AIGC-011', 'AIGC-026', 'AIGC-030'],
      producer: { kind: 'name', company: 'MiniMax' },
    },
  },
  made(56, 'html-meta', text, 'HTML meta', { ...DECODED, carriers: ['html_meta'] }),
  made(57, 'svg-attributes', LABELS.vectoriser.text, 'SVG attributes', {
    labels: 1,
    state: 'decoded',
    form: 'fields',
    fields: LABELS.vectoriser.fields,
    carriers: ['svg_attributes'],
    raised: ['AIGC-053', 'AIGC-054'],
  }),
  made(58, 'png-xmp', aigcText(mirrored(WRONG_CHECK)), 'wrong check character', {
    labels: 1,
    state: 'decoded',
    raised: ['AIGC-043'],
    producer: { kind: 'code', checkDigitValid: false },
  }),
  made(59, 'png-xmp', text.replace('"ReservedCode2":""', '"ReservedCode2: ":"v"'), 'colon inside a key', {
    labels: 1,
    state: 'decoded',
    fields: { ...fields, ReservedCode2: 'v' },
    deviations: ['key-spelling:ReservedCode2: '],
    raised: ['AIGC-007'],
  }),
  made(60, 'png-xmp', text.replace('{', '{"Label":"1",'), 'duplicate key', { ...DECODED, raised: ['AIGC-005'] }),
  made(61, 'png-xmp', text.slice(0, 60), 'truncated JSON', { labels: 1, state: 'undecodable', raised: ['AIGC-001'] }),
  {
    number: 62,
    part: 'repeated',
    title: '`AIGC{` over and over',
    mediaType: 'text/plain',
    extension: 'txt',
    build: () => textRepeatedOpening(SCAN_BYTES),
    expected: { labels: 0 },
  },
  {
    number: 62,
    part: 'braces',
    title: '60,000 nested braces',
    mediaType: 'image/png',
    extension: 'png',
    build: () => pngText(pngLatin('AIGC', nested('{"a":', '}', 60_000, '1'))),
    expected: { labels: 0 },
  },
  {
    number: 63,
    title: 'XMP with entities of entities',
    mediaType: 'image/jpeg',
    extension: 'jpg',
    build: () => jpegXmp(concat(entityBombXml())),
    expected: { labels: 0, problems: true },
  },
];

function signed(title: string, label: string, expected: AigcCaseExpectation, part: string): AigcCase {
  return made(41, 'markdown-yaml', label, title, expected, part);
}
