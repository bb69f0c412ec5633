import { concat } from '../bytes.ts';
import { exifBlock } from '../media/exif.ts';
import { rawProfile } from '../media/maker-metadata.ts';
import { buildPng } from '../media/png.ts';
import type { AigcCarrierCase } from './carrier.ts';
import {
  exiftoolNames,
  jpegExif,
  jpegWithSegment,
  jpegXmp,
  pngCompressed,
  pngInternational,
  pngLatin,
  pngText,
  row,
  userComments,
  type Format,
} from './image-parts.ts';
import { xmpForms, type XmpForm } from './xmp.ts';

const APP9 = 0xe9;
const APP11 = 0xeb;
const COM = 0xfe;
const JPEG: Format = ['jpeg', 'image/jpeg', 'jpg'];
const PNG: Format = ['png', 'image/png', 'png'];

/** The ways into a JPEG. */
export const jpegCarriers: readonly AigcCarrierCase[] = [
  ...Object.entries(xmpForms).map(([form, packet]): AigcCarrierCase => ({
    ...row(JPEG, `xmp-${kebab(form)}`, 'xmp', 'standard', (text) => jpegXmp(packet(text))),
    ...xmpFacts(form),
  })),
  ...Object.entries(userComments).map(([form, comment]) =>
    row(
      JPEG,
      `user-comment-${kebab(form)}`,
      'exif_user_comment',
      'annex',
      (text) => jpegExif({ userComment: comment(text) }),
      exiftoolNames.userComment,
    ),
  ),
  row(
    JPEG,
    'user-comment-motorola',
    'exif_user_comment',
    'annex',
    (text) => jpegExif({ userComment: userComments.ascii(text), motorola: true }),
    exiftoolNames.userComment,
  ),
  row(
    JPEG,
    'image-description',
    'exif_image_description',
    'other',
    (text) => jpegExif({ imageDescription: text }),
    'ImageDescription',
  ),
  row(JPEG, 'app11', 'jpeg_app_segment', 'other', (text) => jpegWithSegment(APP11, concat('AIGC', text))),
  row(JPEG, 'app9', 'jpeg_app_segment', 'other', (text) => jpegWithSegment(APP9, concat('AIGC', text))),
  row(JPEG, 'comment', 'jpeg_comment', 'other', (text) => jpegWithSegment(COM, concat(text)), 'Comment'),
].map((carrier) => (carrier.carrier === 'jpeg_app_segment' ? { ...carrier, deviations: ['bare-prefix'] } : carrier));

/** The ways into a PNG. */
export const pngCarriers: readonly AigcCarrierCase[] = [
  row(
    PNG,
    'xmp',
    'xmp',
    'standard',
    (text) => pngText(pngInternational('XML:com.adobe.xmp', xmpForms.element(text))),
    exiftoolNames.xmp,
  ),
  row(
    PNG,
    'xmp-declared',
    'xmp',
    'standard',
    (text) => pngText(pngInternational('XML:com.adobe.xmp', xmpForms.declared(text))),
    exiftoolNames.xmp,
  ),
  row(
    PNG,
    'xmp-compressed',
    'xmp',
    'standard',
    (text) => pngText(pngInternational('XML:com.adobe.xmp', xmpForms.element(text), true)),
    exiftoolNames.xmp,
  ),
  row(
    PNG,
    'xmp-after-image',
    'xmp',
    'standard',
    (text) => buildPng({ chunksAfterImage: [pngInternational('XML:com.adobe.xmp', xmpForms.element(text))] }),
    exiftoolNames.xmp,
  ),
  row(PNG, 'text', 'png_text', 'annex', (text) => pngText(pngLatin('AIGC', text)), 'AIGC'),
  row(PNG, 'text-lower-case', 'png_text', 'annex', (text) => pngText(pngLatin('aigc', text)), exiftoolNames.xmp),
  row(
    PNG,
    'text-after-image',
    'png_text',
    'annex',
    (text) => buildPng({ chunksAfterImage: [pngLatin('AIGC', text)] }),
    'AIGC',
  ),
  row(PNG, 'compressed-text', 'png_text', 'other', (text) => pngText(pngCompressed('AIGC', text)), 'AIGC'),
  row(PNG, 'international-text', 'png_text', 'other', (text) => pngText(pngInternational('AIGC', text)), 'AIGC'),
  row(
    PNG,
    'international-text-compressed',
    'png_text',
    'other',
    (text) => pngText(pngInternational('AIGC', text, true)),
    'AIGC',
  ),
  // As ImageMagick keeps what a JPEG had when it makes a PNG of it.
  row(PNG, 'raw-profile-exif', 'exif_user_comment', 'other', (text) =>
    pngText(
      pngLatin(
        'Raw profile type exif',
        rawProfile('exif', concat('Exif\0\0', exifBlock({ userComment: userComments.ascii(text) }))),
      ),
    ),
  ),
  row(PNG, 'raw-profile-xmp', 'xmp', 'other', (text) =>
    pngText(pngCompressed('Raw profile type xmp', rawProfile('xmp', xmpForms.element(text)))),
  ),
  row(PNG, 'description', 'png_text', 'other', (text) => pngText(pngLatin('Description', text)), 'Description'),
  row(
    PNG,
    'user-comment',
    'exif_user_comment',
    'other',
    (text) => pngText({ type: 'eXIf', data: exifBlock({ userComment: userComments.ascii(text) }) }),
    exiftoolNames.userComment,
  ),
];

function xmpFacts(form: string): Partial<AigcCarrierCase> {
  const known: Partial<Record<XmpForm, Partial<AigcCarrierCase>>> = {
    doubleEscaped: { deviations: ['extra-entity-escape'] },
    foreignNamespace: { deviations: ['namespace-nonstandard'], exiftool: exiftoolNames.xmp },
    studentNamespace: { deviations: ['namespace-nonstandard'], exiftool: exiftoolNames.xmp },
  };
  const facts = Object.entries(known).find(([name]) => name === form)?.[1];
  return facts ?? { exiftool: exiftoolNames.xmp };
}

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
