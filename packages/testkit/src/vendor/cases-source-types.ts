import { be16, concat, le16, type Bytes } from '../bytes.ts';
import { captured, conflicting, edited, generated, NOT_FOUND, row, type VendorCase } from './case.ts';
import { jpegFile, webpFile } from './files.ts';
import { sourceType, xmpDescription, type XmpValues } from './xmp-properties.ts';
import { xmpMeta } from '../label/xmp.ts';

const TRAINED = 'trainedAlgorithmicMedia';
const SHOUTED: XmpValues = { 'Iptc4xmpExt:DigitalSourceType': TRAINED.toUpperCase() };

/** C: IPTC's digital source type. */
export const sourceTypeCases: readonly VendorCase[] = [
  row('C1', 'the term for generated content names nobody', jpegFile({ xmp: sourceType(TRAINED) }), generated(null)),
  row(
    'C2',
    'as qualified code',
    jpegFile({ xmp: { 'Iptc4xmpExt:DigitalSourceType': `digsrctype:${TRAINED}` } }),
    generated(null),
  ),
  row(
    'C3',
    'https, and a slash behind the term',
    jpegFile({
      xmp: {
        'Iptc4xmpExt:DigitalSourceType': 'https://cv.iptc.org/newscodes/digitalsourcetype/compositeSynthetic/',
      },
    }),
    edited(null),
  ),
  row(
    'C4',
    'a statement of capture that nobody signed proves no absence of AI',
    jpegFile({ exif: { Make: 'NIKON CORPORATION', Model: 'NIKON Z 9' }, xmp: sourceType('digitalCapture') }),
    captured('Nikon', 'Z 9'),
  ),
  row(
    'C5-algorithmic',
    'procedural, without a trained model',
    jpegFile({ xmp: sourceType('algorithmicMedia') }),
    NOT_FOUND,
  ),
  row('C5-composite', 'AI is not stated', jpegFile({ xmp: sourceType('composite') }), NOT_FOUND),
  row(
    'C6',
    'a camera that is said to be a model',
    jpegFile({ exif: { Make: 'Canon', Model: 'Canon EOS R5' }, xmp: sourceType(TRAINED) }),
    conflicting('Canon', 'EOS R5'),
  ),
  row('C7', 'the same packet in WebP', webpFile({ xmp: sourceType(TRAINED) }), generated(null)),
  row('C8', 'the bare term in capitals', jpegFile({ xmp: SHOUTED }), generated(null)),
  row('C8-utf-16be', 'the packet in UTF-16, big-endian', jpegFile({ xmp: utf16(SHOUTED, be16) }), generated(null)),
  row('C8-utf-16le', 'the packet in UTF-16, little-endian', jpegFile({ xmp: utf16(SHOUTED, le16) }), generated(null)),
  row(
    'C9',
    'the term in prose is no statement',
    jpegFile({ xmp: { 'dc:description': `http://cv.iptc.org/newscodes/digitalsourcetype/${TRAINED}` } }),
    NOT_FOUND,
  ),
];

function utf16(values: XmpValues, pack: (...units: number[]) => Bytes): Bytes {
  const head = '<?xpacket begin="\u{feff}" id="W5M0MpCehiHzreSzNTczkc9d"?>';
  const text = `${head}${xmpMeta(xmpDescription(values))}<?xpacket end="w"?>`;
  return concat(pack(...Array.from({ length: text.length }, (_, index) => text.charCodeAt(index))));
}
