import { concat, u8 } from '../bytes.ts';
import { jpegWithSegment } from '../label/image-parts.ts';
import { box } from '../media/bmff.ts';
import { buildMp4With, userDataBox } from '../media/bmff-edit.ts';
import { buildJpeg } from '../media/jpeg.ts';
import { buildPng, pngChunk } from '../media/png.ts';
import { captured, NOT_FOUND, row, UNATTRIBUTED, type VendorCase, type VendorFile } from './case.ts';
import { exifComments, file, jpegFile, pngChunks, pngFile } from './files.ts';
import { checkpoint, comfyPrompt, ILLUSTRIOUS, INFO, UUID } from './generator-texts.ts';

const { t } = pngChunks;
const SPACECRAFT = 'Gemini 7 over the runway: hard to grok, a flux of light';
const ESSAY = 'an essay about Midjourney, Stable Diffusion and DALL-E';
const NO_TRAINING = 'http://ns.useplus.org/ldf/vocab/DMI-PROHIBITED-GENAIMLTRAINING';
const OLD_COPYRIGHT = 'Copyright (c) 1998 Hewlett-Packard Company';
const GRAPH = comfyPrompt(checkpoint(ILLUSTRIOUS));

/** O: ordinary files that a search for words would call AI or a camera. O16 are the real files, O18 `captionCases`. */
export const guardCases: readonly VendorCase[] = [
  row('O1', 'prose under the key of a graph', pngFile([t('prompt', 'write about your last holiday')]), NOT_FOUND),
  row(
    'O2',
    'words of an infotext in prose',
    pngFile([t('parameters', 'exposure parameters: f/2, Steps: stairs')]),
    NOT_FOUND,
  ),
  row(
    'O3',
    'options and a job that is no UUID',
    pngFile([t('Description', 'Run the tool with --v 2 --ar wide and see Job ID: 12')]),
    NOT_FOUND,
  ),
  row(
    'O4',
    'a caption and keywords',
    jpegFile({
      exif: { ImageDescription: SPACECRAFT },
      xmp: { 'dc:description': SPACECRAFT, 'dc:subject': 'firefly' },
    }),
    NOT_FOUND,
  ),
  row(
    'O5',
    'a caption that names generators',
    jpegFile({ xmp: { 'dc:description': ESSAY, 'dc:title': ESSAY, 'dc:subject': 'midjourney' } }),
    NOT_FOUND,
  ),
  row(
    'O6',
    'an author is no tool',
    jpegFile({ exif: { Artist: 'Midjourney' }, xmp: { 'dc:creator': 'Midjourney' } }),
    NOT_FOUND,
  ),
  row('O7', 'a comment is prose', jpegFile({ comment: 'made with Midjourney' }), NOT_FOUND),
  row('O8', 'a program with a similar name', jpegFile({ exif: { Software: 'f.lux 4' } }), UNATTRIBUTED),
  row(
    'O9',
    'a signature that is a name, and an artist with one',
    jpegFile({ exif: { ImageDescription: 'Signature: John', Artist: 'John Doe' } }),
    NOT_FOUND,
  ),
  row(
    'O9-uuid',
    'a UUID alone is no mark',
    jpegFile({ exif: { ImageDescription: 'Signature: John', Artist: UUID } }),
    NOT_FOUND,
  ),
  row(
    'O10',
    'a camera with the names of models',
    jpegFile({ exif: { Make: 'Flux Cameras', Model: 'Imagen 1' } }),
    captured('Flux Cameras', 'Imagen 1'),
  ),
  row(
    'O11',
    'a rights statement',
    jpegFile({ exif: { Make: 'Canon' }, xmp: { 'plus:DataMining': NO_TRAINING } }),
    captured('Canon'),
  ),
  row(
    'O12',
    'thirteen bytes behind a picture',
    file('image/jpeg', 'jpg', () => concat(buildJpeg(), 'tEXtprompt\0{"')),
    NOT_FOUND,
  ),
  row(
    'O13',
    'a text behind the end of a PNG',
    file('image/png', 'png', () => concat(buildPng(), pngChunk('tEXt', concat('parameters\0', INFO)))),
    NOT_FOUND,
  ),
  row('O14', 'a copyright', jpegFile({ exif: { Copyright: OLD_COPYRIGHT } }), NOT_FOUND),
  row('O14-profile', "a colour profile's copyright", iccProfile(), NOT_FOUND),
  row(
    'O15',
    'a screenshot of a phone: its software is a number',
    jpegFile({ exif: { Software: '17.3' }, userComment: exifComments.ascii('Screenshot') }),
    UNATTRIBUTED,
  ),
  row(
    'O17',
    'keys in bytes that are no place for texts',
    file('video/mp4', 'mp4', () =>
      buildMp4With({
        moov: [userDataBox(box('Prmp', `prompt\0${GRAPH}`))],
        end: [box('free', `Prompt\0${GRAPH}`), box('mdat', `tEXtparameters\0${INFO}`)],
      }),
    ),
    NOT_FOUND,
  ),
];

function iccProfile(): VendorFile {
  const profile = concat(new Uint8Array(128), 'cprt', OLD_COPYRIGHT, 'desc', 'Hewlett-Packard sRGB, made by ComfyUI');
  return file('image/jpeg', 'jpg', () => jpegWithSegment(0xe2, concat('ICC_PROFILE\0', u8(1, 1), profile)));
}
