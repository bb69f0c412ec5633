import { concat } from '../bytes.ts';
import { heifWithItems } from '../media/bmff-edit.ts';
import { buildAvif } from '../media/heif.ts';
import { userText } from '../media/id3v2.ts';
import { buildPdfWith, pdfString } from '../media/pdf.ts';
import { buildMkv } from '../media/webm.ts';
import { captured, NOT_FOUND, row, software, type VendorCase } from './case.ts';
import { file, itunesFile, jpegFile, keysFile, mp3File, pngChunks, pngFile } from './files.ts';
import { xmpProperties } from './xmp-properties.ts';

const CANVA = 'Canva (Renderer) doc=DAGabc123 user=UAGdef456 brand=BAGghi789 template=';
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
    pngFile([pngChunks.t('Comment', 'Created with GIMP'), pngChunks.i('XML:com.adobe.xmp', xmpProperties(GIMP))]),
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
];
