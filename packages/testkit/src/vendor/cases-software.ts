import { concat } from '../bytes.ts';
import { heifWithItems } from '../media/bmff-edit.ts';
import { buildAvif } from '../media/heif.ts';
import { userText } from '../media/id3v2.ts';
import { buildPdfWith, pdfString } from '../media/pdf.ts';
import { buildMkv } from '../media/webm.ts';
import { captured, NOT_FOUND, row, software, UNATTRIBUTED, type VendorCase, type VendorFile } from './case.ts';
import {
  exifComments,
  file,
  gifFile,
  itunesFile,
  jpegFile,
  keysFile,
  macText,
  mp3File,
  pngChunks,
  pngFile,
  pngTexts,
  tiffFile,
} from './files.ts';
import { xmpProperties } from './xmp-properties.ts';

const CANVA = 'Canva (Renderer) doc=DAGabc123 user=UAGdef456 brand=BAGghi789 template=';
const CREATED_WITH_GIMP = 'Created with GIMP';
const GIMP = { 'xmp:CreatorTool': 'GIMP 2.10', 'stEvt:softwareAgent': 'Gimp 2.10 (Linux)' } as const;

/** E: editors, recorders of screens, games, encoders. */
export const softwareCases: readonly VendorCase[] = [
  row(
    'E1',
    'a screen recording: the maker is a computer',
    keysFile(
      'mov',
      ['com.apple.quicktime.make', 'Apple'],
      ['com.apple.quicktime.model', 'Mac15,9'],
      ['com.apple.quicktime.software', 'macOS 14.6.1 (23G93)'],
    ),
    software('Apple'),
  ),
  row(
    'E2',
    'a game writes what a camera writes',
    jpegFile({ exif: { Make: 'Polyphony Digital Inc.', Model: 'Gran Turismo 5' } }),
    software('Polyphony Digital', 'Gran Turismo 5'),
  ),
  row(
    'E3',
    'an editor, without its own name in front of the version',
    pngFile([pngChunks.t('Comment', CREATED_WITH_GIMP), pngChunks.i('XML:com.adobe.xmp', xmpProperties(GIMP))]),
    software('GIMP', '2.10'),
  ),
  row(
    'E4',
    'producer and creator of a document',
    file('application/pdf', 'pdf', () =>
      buildPdfWith({ info: `/Producer ${pdfString('Adobe Express')} /Creator ${pdfString('Adobe Express')}` }),
    ),
    software('Adobe', 'Express'),
  ),
  row(
    'E5',
    'its text tells who and which document',
    jpegFile({ xmp: { 'xmp:CreatorTool': CANVA } }),
    software('Canva'),
  ),
  row(
    'E6',
    'an edited photograph stays one',
    jpegFile({ exif: { Make: 'Canon', Model: 'Canon EOS R6', Software: 'Adobe Photoshop 26.1 (Windows)' } }),
    captured('Canon', 'EOS R6'),
  ),
  row('E7', 'a drawing kept in the picture', pngFile([pngChunks.t('mxfile', '%3Cmxfile%3E')]), software('draw.io')),
  row(
    'E8',
    'a player that made the file',
    itunesFile('m4a', ['©too', 'Music 1.4.6.32']),
    software('Apple', 'Music 1.4.6.32'),
  ),
  row('E9-mp4', 'an encoder names nobody', itunesFile('mp4', ['©too', 'Lavf59.27.100']), NOT_FOUND),
  row(
    'E9-mkv',
    'an encoder names nobody',
    file('video/x-matroska', 'mkv', () => buildMkv({ application: 'Lavf59.27.100' })),
    NOT_FOUND,
  ),
  row('E9-mp3', 'an encoder names nobody', mp3File({ id: 'TSSE', data: concat([3], 'Lavf59.27.100') }), NOT_FOUND),
  row('E9-platform', 'a number of a platform', jpegFile({ iptc: [['2:40', 'FBMD01000a9c0100003a']] }), NOT_FOUND),
  row('E9-picsart', 'a name and no version', jpegFile({ exif: { Software: 'Picsart' } }), software('Picsart')),
  row(
    'E10',
    'the packet of an AVIF',
    file('image/avif', 'avif', () =>
      heifWithItems(buildAvif(), [
        { type: 'mime', contentType: 'application/rdf+xml', data: xmpProperties(GIMP), place: 'mdat' },
      ]),
    ),
    software('GIMP', '2.10'),
  ),
  row(
    'E11',
    'a scanner',
    jpegFile({ exif: { Make: 'EPSON', Model: 'Perfection V600' } }),
    captured('Epson', 'Perfection V600'),
  ),
  row(
    'E12',
    'a person who speaks of a generator to a player',
    mp3File({ id: 'TXXX', data: userText('mood', 'ComfyUI', 'utf8') }),
    NOT_FOUND,
  ),
  row('E13-png', "an editor's own sentence", pngTexts({ Comment: CREATED_WITH_GIMP }), software('GIMP')),
  row('E13-jpeg', 'the same in a JPEG', jpegFile({ comment: 'Created with The GIMP' }), software('GIMP')),
  row('E13-gif', 'the same in a GIF', gifFile(CREATED_WITH_GIMP), software('GIMP')),
  row('E13-tiff', 'the same in a TIFF', tiffFile({ ImageDescription: CREATED_WITH_GIMP }), software('GIMP')),
  row(
    'E13-exif',
    'the same in a comment of Exif',
    jpegFile({ userComment: exifComments.ascii('Created with GIMP on a Mac') }),
    software('GIMP'),
  ),
  row('E13-german', 'in the language of its user', gifFile('Erstellt mit GIMP'), software('GIMP')),
  row(
    'E13-prose',
    'somebody who speaks of the editor',
    jpegFile({ comment: 'Created with GIMP and a lot of patience' }),
    NOT_FOUND,
  ),
  row('E13-camera', 'a photograph stays one', jpegWith('Canon', CREATED_WITH_GIMP), captured('Canon')),
  row(
    'E14',
    'a sentence of an old editor, in the letters of its system',
    jpegFile({ comment: macText('File written by Adobe Photoshop\u00a8 5.0') }),
    software('Adobe', 'Photoshop'),
  ),
  ...(
    [
      ['Nikon Transfer 1.5.2 W', 'Nikon', 'Transfer 1.5.2 W'],
      ['Capture NX 2.2.4 W', 'Nikon', 'Capture NX 2.2.4 W'],
      ['VueScan 8 x32 (8.4.69)', 'VueScan', '8 x32 (8.4.69)'],
      ['Macromedia Fireworks MX 2004', 'Macromedia', 'Fireworks MX 2004'],
      ['OLYMPUS CAMEDIA Master', 'Olympus', 'CAMEDIA Master'],
      ['SIGMA Photo Pro 3.5.2', 'Sigma', 'Photo Pro 3.5.2'],
      ['GraphicConverter (Intel)', 'GraphicConverter', '(Intel)'],
      ['GPL Ghostscript 9.50', 'Ghostscript', 'GPL Ghostscript 9.50'],
      ['Adobe ImageReady', 'Adobe', 'ImageReady'],
      ['IDimager Professional 4.2.0.8', 'IDimager', 'Professional 4.2.0.8'],
      ['CorelDRAW 2020', 'Corel', 'CorelDRAW 2020'],
    ] as const
  ).map(([text, vendor, model], index) =>
    row(`E15-${index}`, `a program: ${text}`, jpegFile({ exif: { Software: text } }), software(vendor, model)),
  ),
  ...['Runway Planner', 'Flux HDR', 'Pika Backup 2.0'].map((text, index) =>
    row(`E16-${index}`, `no generator: ${text}`, jpegFile({ exif: { Software: text } }), UNATTRIBUTED),
  ),
];

function jpegWith(make: string, comment: string): VendorFile {
  return jpegFile({ exif: { Make: make }, comment });
}
