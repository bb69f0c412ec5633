import { be32, concat, u8, type Bytes } from '../bytes.ts';
import { box, fullBox } from '../media/bmff.ts';
import { boxOfType, buildMp4With } from '../media/bmff-edit.ts';
import { riffChunk, riffList } from '../media/riff.ts';
import { buildAviWith, buildWavWith } from '../media/riff-edit.ts';
import { captured, row, UNATTRIBUTED, type VendorCase, type VendorFile } from './case.ts';
import { file, keysFile, macText, movieFile } from './files.ts';

const INSTA360_MARK = '8db42d694ccc418790edff439fe026bf';
const BROADCAST_BYTES = 602;
const ORIGINATOR_AT = 256;

/** D19 to D23: film and sound. From D26 on: what camera makers write, which none of our real files shows. */
export const recorderCases: readonly VendorCase[] = [
  row(
    'D19-mov',
    'notes of the maker in user data',
    movieFile('mov', box('TAGS', 'PENTAX DIGITAL CAMERA\0', new Uint8Array(16))),
    captured('Pentax'),
  ),
  row(
    'D19-wav',
    'Exif of a sound file',
    wav(riffList('LIST', 'exif', riffChunk('ecor', 'PENTAX\0'), riffChunk('emdl', 'Optio WP\0'))),
    captured('Pentax', 'Optio WP'),
  ),
  row('D20-canon', 'software of an AVI', avi('CanonMVI01'), captured('Canon')),
  row('D20-pentax', 'software of an AVI, with the model', avi('PENTAX K-x'), captured('Pentax', 'K-x')),
  row(
    'D21',
    'QuickTime keys',
    keysFile(
      'mov',
      ['com.apple.quicktime.make', 'Apple'],
      ['com.apple.quicktime.model', 'iPhone 15 Pro'],
      ['com.apple.quicktime.software', '17.3'],
    ),
    captured('Apple', 'iPhone 15 Pro'),
  ),
  row(
    'D22',
    'keys of Android',
    keysFile(
      'mp4',
      ['com.android.manufacturer', 'Google'],
      ['com.android.model', 'Pixel 8'],
      ['com.android.version', '14'],
    ),
    captured('Google', 'Pixel 8'),
  ),
  row('D23', 'a system is no maker', keysFile('mp4', ['com.android.version', '14']), UNATTRIBUTED),
  row(
    'D26',
    'the model in user data, without the length that such texts have',
    movieFile('mp4', boxOfType(macText('©mdl'), 'FC3582\0')),
    captured('DJI', 'FC3582'),
  ),
  row(
    'D27',
    'boxes that only GoPro writes',
    movieFile('mp4', box('FIRM', 'HD9.01.01.60.00'), box('GPMF', new Uint8Array(64))),
    captured('GoPro'),
  ),
  row(
    'D28',
    'the model in a box of Canon',
    movieFile('mov', box('CNMN', 'Canon EOS R6\0\0\0')),
    captured('Canon', 'EOS R6'),
  ),
  row(
    'D29',
    'the mark at the very end',
    file('video/mp4', 'mp4', () => concat(buildMp4With({}), INSTA360_MARK)),
    captured('Insta360'),
  ),
  row('D30', 'XML beside the film', file('video/mp4', 'mp4', sonyMovie), captured('Sony', 'ILCE-7SM3')),
  row(
    'D31',
    'a box that is named so',
    movieFile('mp4', box('uuid', 'VIRBactioncamera', '4.00')),
    captured('Garmin', 'VIRB'),
  ),
  row(
    'D32',
    'texts of older films',
    movieFile('mov', text('©mak', 'OLYMPUS IMAGING CORP.'), text('©mod', 'E-PL1')),
    captured('Olympus', 'E-PL1'),
  ),
  row('D33', 'the originator of a broadcast file', wav(broadcast('ZOOM H4n')), captured('Zoom', 'H4n')),
];

function avi(software: string): VendorFile {
  const list = riffList('LIST', 'INFO', riffChunk('ISFT', software, '\0'));
  return file('video/x-msvideo', 'avi', () => buildAviWith([list]));
}

function wav(chunk: Bytes): VendorFile {
  return file('audio/wav', 'wav', () => buildWavWith([chunk], 'before'));
}

function broadcast(originator: string): Bytes {
  const content = new Uint8Array(BROADCAST_BYTES);
  content.set(concat(originator), ORIGINATOR_AT);
  return riffChunk('bext', content);
}

/** QuickTime's text: length, language, text. */
function text(type: string, value: string): Bytes {
  return boxOfType(macText(type), u8(0, value.length, 0, 0), value);
}

/** XAVC: a `meta` box of the file, whose handler is `nrtm`, with the document. */
function sonyMovie(): Bytes {
  const device = '<Device manufacturer="Sony" modelName="ILCE-7SM3" serialNo="0"/>';
  const xml = `<?xml version="1.0" encoding="UTF-8"?><NonRealTimeMeta xmlns="urn:schemas-professionalDisc:nonRealTimeMeta:ver.2.20">${device}</NonRealTimeMeta>`;
  const handler = fullBox('hdlr', 0, 0, be32(0), 'nrtm', new Uint8Array(12), '\0');
  return buildMp4With({ end: [fullBox('meta', 0, 0, handler, fullBox('xml ', 0, 0, xml))] });
}
