import { brotliCompressSync } from 'node:zlib';
import { be32, concat, u8, type Bytes } from '../bytes.ts';
import { box } from '../media/bmff.ts';
import { heifWithItems } from '../media/bmff-edit.ts';
import { buildBigTiff, buildTiffWith, exifBlock, tiffBytes } from '../media/exif.ts';
import { buildAvif, buildHeic, buildHeif } from '../media/heif.ts';
import { jxlContainer } from '../media/jxl.ts';
import { buildJp2, buildPsd } from '../media/other-containers.ts';
import { riffChunk } from '../media/riff.ts';
import { buildWebpWith } from '../media/riff-edit.ts';
import { labelMembers, type AigcCarrierCase } from './carrier.ts';
import {
  EXIF_HEAD,
  exiftoolNames,
  gifComment,
  gifWith,
  gifXmp,
  row,
  userComments,
  type Format,
} from './image-parts.ts';
import { escapeXml, tc260Description, xmpForms, xmpMeta } from './xmp.ts';

const XMP_TAG = 700;

const WEBP: Format = ['webp', 'image/webp', 'webp'];
const GIF: Format = ['gif', 'image/gif', 'gif'];
const TIFF: Format = ['tiff', 'image/tiff', 'tiff'];
const DNG: Format = ['dng', 'image/x-adobe-dng', 'dng'];
const HEIC: Format = ['heic', 'image/heic', 'heic'];
const HEIF: Format = ['heif', 'image/heif', 'heif'];
const AVIF: Format = ['avif', 'image/avif', 'avif'];
const JXL: Format = ['jxl', 'image/jxl', 'jxl'];

/** The ways into the other raster formats. */
export const imageCarriers: readonly AigcCarrierCase[] = [
  row(
    WEBP,
    'xmp',
    'xmp',
    'standard',
    (text) => buildWebpWith(4, [riffChunk('XMP ', xmpForms.element(text))]),
    exiftoolNames.xmp,
  ),
  row(
    WEBP,
    'user-comment',
    'exif_user_comment',
    'annex',
    (text) => buildWebpWith(8, [riffChunk('EXIF', exifBlock({ userComment: userComments.ascii(text) }))]),
    exiftoolNames.userComment,
  ),
  row(
    WEBP,
    'user-comment-exif-head',
    'exif_user_comment',
    'annex',
    (text) => buildWebpWith(8, [riffChunk('EXIF', EXIF_HEAD, exifBlock({ userComment: userComments.ascii(text) }))]),
    exiftoolNames.userComment,
  ),
  row(GIF, 'xmp', 'xmp', 'standard', (text) => gifWith(gifXmp(xmpForms.element(text))), exiftoolNames.xmp),
  row(GIF, 'comment', 'gif_comment', 'other', (text) => gifWith(gifComment(text)), 'Comment'),
  row(
    TIFF,
    'xmp',
    'xmp',
    'standard',
    (text) => buildTiffWith([tiffBytes(XMP_TAG, 7, xmpForms.element(text))]),
    exiftoolNames.xmp,
  ),
  row(
    TIFF,
    'xmp-byte',
    'xmp',
    'standard',
    (text) => buildTiffWith([tiffBytes(XMP_TAG, 1, xmpForms.element(text))]),
    exiftoolNames.xmp,
  ),
  row(
    TIFF,
    'user-comment',
    'exif_user_comment',
    'other',
    (text) => buildTiffWith([], userComments.ascii(text)),
    exiftoolNames.userComment,
  ),
  {
    ...row(
      TIFF,
      'big-xmp',
      'xmp',
      'standard',
      (text) => buildBigTiff([tiffBytes(XMP_TAG, 7, xmpForms.element(text))]),
      exiftoolNames.xmp,
    ),
    optional: true,
  },
  row(
    DNG,
    'xmp',
    'xmp',
    'standard',
    (text) => buildTiffWith([dngVersion(), tiffBytes(XMP_TAG, 1, xmpForms.element(text))]),
    exiftoolNames.xmp,
  ),
  ...heifCarriers(HEIC, buildHeic),
  ...heifCarriers(HEIF, buildHeif),
  ...heifCarriers(AVIF, buildAvif),
  row(JXL, 'xmp', 'xmp', 'standard', (text) => jxlContainer(box('xml ', xmpForms.element(text))), exiftoolNames.xmp),
  row(JXL, 'xmp-brotli', 'xmp', 'standard', (text) =>
    jxlContainer(box('brob', 'xml ', brotliCompressSync(xmpForms.element(text)))),
  ),
  row(
    JXL,
    'user-comment',
    'exif_user_comment',
    'other',
    (text) => jxlContainer(box('Exif', be32(0), exifBlock({ userComment: userComments.ascii(text) }))),
    exiftoolNames.userComment,
  ),
  {
    ...row(
      ['jp2', 'image/jp2', 'jp2'],
      'xmp',
      'xmp',
      'standard',
      (text) => buildJp2(xmpForms.element(text)),
      exiftoolNames.xmp,
    ),
    optional: true,
  },
  {
    ...row(
      ['psd', 'image/vnd.adobe.photoshop', 'psd'],
      'xmp',
      'xmp',
      'standard',
      (text) => buildPsd(xmpForms.element(text)),
      exiftoolNames.xmp,
    ),
    optional: true,
  },
  row(
    ['svg', 'image/svg+xml', 'svg'],
    'xmp',
    'xmp',
    'standard',
    (text) => svg(`<metadata>${xmpMeta(tc260Description(`<TC260:AIGC>${escapeXml(text)}</TC260:AIGC>`))}</metadata>`),
    'SvgMetadataAigc',
  ),
  { ...row(['svg', 'image/svg+xml', 'svg'], 'attributes', 'svg_attributes', 'other', svgAttributes), fields: true },
];

function heifCarriers(format: Format, build: () => Bytes): AigcCarrierCase[] {
  const xmp = (place: 'idat' | 'mdat') => (text: string) =>
    heifWithItems(build(), [{ type: 'mime', contentType: 'application/rdf+xml', data: xmpForms.element(text), place }]);
  const exif = (text: string): Bytes => {
    const data = concat(be32(EXIF_HEAD.length), EXIF_HEAD, exifBlock({ userComment: userComments.ascii(text) }));
    return heifWithItems(build(), [{ type: 'Exif', data, place: 'mdat' }]);
  };
  const description = (text: string): Bytes => {
    const data = concat(be32(0), exifBlock({ imageDescription: text, motorola: true }));
    return heifWithItems(build(), [{ type: 'Exif', data, place: 'mdat' }]);
  };
  return [
    row(format, 'xmp-idat', 'xmp', 'standard', xmp('idat')),
    row(format, 'xmp-mdat', 'xmp', 'standard', xmp('mdat'), exiftoolNames.xmp),
    row(format, 'user-comment', 'exif_user_comment', 'other', exif, exiftoolNames.userComment),
    row(format, 'image-description', 'exif_image_description', 'other', description, 'ImageDescription'),
  ];
}

function svgAttributes(text: string): Bytes {
  const attributes = labelMembers(text).map(([key, value]) => `dc:${key}="${escapeXml(value)}"`);
  const namespace = 'xmlns:dc="http://purl.org/dc/elements/1.1/"';
  return svg(`<metadata>${xmpMeta(`<rdf:Description rdf:about="" ${namespace} ${attributes.join(' ')}/>`)}</metadata>`);
}

function svg(content: string): Bytes {
  const rectangle = '<rect width="16" height="16" fill="#808080"/>';
  const root = '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16">';
  return concat(`<?xml version="1.0" encoding="UTF-8"?>\n${root}${content}${rectangle}</svg>\n`);
}

function dngVersion(): ReturnType<typeof tiffBytes> {
  return tiffBytes(50_706, 1, u8(1, 4, 0, 0));
}
