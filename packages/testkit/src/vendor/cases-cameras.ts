import { concat } from '../bytes.ts';
import { labelOnlyKinds } from '../media/label-only-kinds.ts';
import { captured, row, UNATTRIBUTED, type VendorCase, type VendorFile } from './case.ts';
import { exifComments, file, heicFile, jpegFile, pngChunks, pngFile, tiffFile, webpFile } from './files.ts';

const XIAOMI = '{"mirror":false,"sensor_type":"rear","Hdr":"auto","OpMode":36869}';

/** D: cameras, phones and scanners. D19 to D23 and D26 to D33 are `recorderCases`. */
export const cameraCases: readonly VendorCase[] = [
  row('D1', 'a phone', jpeg('Apple', 'iPhone 13', '17.3'), captured('Apple', 'iPhone 13')),
  row(
    'D2',
    'the Exif item of a HEIC',
    heicFile({ Make: 'Apple', Model: 'iPhone 13 Pro Max' }),
    captured('Apple', 'iPhone 13 Pro Max'),
  ),
  row(
    'D3',
    'Exif in WebP',
    webpFile({ exif: { Make: 'Apple', Model: 'iPhone 15 Pro' } }),
    captured('Apple', 'iPhone 15 Pro'),
  ),
  row(
    'D4',
    'tags that a converter kept as texts',
    pngFile([pngChunks.t('exif:Make', 'Apple'), pngChunks.t('exif:Model', 'iPhone 15 Pro')]),
    captured('Apple', 'iPhone 15 Pro'),
  ),
  row(
    'D5',
    'a phone of Google',
    jpeg('Google', 'Pixel 8 Pro', 'HDR+ 1.0.585804376zd'),
    captured('Google', 'Pixel 8 Pro'),
  ),
  row('D6', 'the maker of the phone is not its brand', jpeg('HMD Global', 'Nokia 8.3 5G'), captured('Nokia', '8.3 5G')),
  row('D7', 'an action camera', jpeg('GoPro', 'HERO6 Black'), captured('GoPro', 'HERO6 Black')),
  row(
    'D8-raw',
    'a raw file is a TIFF',
    tiffFile({ Make: 'NIKON CORPORATION', Model: 'NIKON D70' }),
    captured('Nikon', 'D70'),
  ),
  row('D8', 'the maker in front of the model', jpeg('NIKON CORPORATION', 'NIKON D2Hs'), captured('Nikon', 'D2Hs')),
  row(
    'D9',
    'regional names stay',
    tiffFile({ Make: 'Canon', Model: 'Canon EOS 350D DIGITAL' }),
    captured('Canon', 'EOS 350D DIGITAL'),
  ),
  row('D10-cr3', "Canon's raw photographs", rawFile('cr3'), captured('Canon', 'EOS M50')),
  row('D10-crw', "Canon's older raw photographs", rawFile('crw'), captured('Canon', 'EOS D60')),
  row('D10-raf', "Fujifilm's raw photographs", rawFile('raf'), captured('Fujifilm', 'FinePixS5Pro')),
  row('D10-rw2', "Panasonic's raw photographs", rawFile('rw2'), captured('Panasonic', 'DMC-LX3')),
  row('D10-orf', "Olympus's raw photographs", rawFile('orf'), captured('Olympus', 'E-1')),
  row('D11-olympus', 'a company form', jpeg('OLYMPUS OPTICAL CO.,LTD', 'E-1'), captured('Olympus', 'E-1')),
  row(
    'D11-kodak',
    'a company form',
    jpeg('EASTMAN KODAK COMPANY', 'KODAK DX4900 ZOOM DIGITAL CAMERA'),
    captured('Kodak', 'DX4900 ZOOM DIGITAL CAMERA'),
  ),
  row('D11-minolta', 'a company form', jpeg('Minolta Co., Ltd.', 'DiMAGE 7i'), captured('Minolta', 'DiMAGE 7i')),
  row('D12', 'an underscore behind the maker', jpeg('FLIR Systems AB', 'FLIR_i7'), captured('FLIR', 'i7')),
  row(
    'D13',
    'the model begins with the short name',
    jpeg('Hewlett-Packard', 'HP PhotoSmart C945 (V01.60)'),
    captured('HP', 'PhotoSmart C945 (V01.60)'),
  ),
  row(
    'D14',
    'a photograph that an editor saved last',
    jpeg('Canon', 'Canon EOS 40D', 'GIMP 2.4.5'),
    captured('Canon', 'EOS 40D'),
  ),
  row(
    'D15',
    'an enhancer is no generator',
    jpeg('Canon', 'EOS R6', 'Topaz Photo AI 3.2.2 (Windows)'),
    captured('Canon', 'EOS R6'),
  ),
  row(
    'D16',
    "a phone's own JSON is no payload of a generator",
    jpegFile({ exif: { Make: 'Xiaomi', Model: 'MI 9' }, userComment: exifComments.ascii(XIAOMI) }),
    captured('Xiaomi', 'MI 9'),
  ),
  row(
    'D17',
    'a lens is no generator',
    jpegFile({ exif: { Make: 'NIKON CORPORATION', Model: 'NIKON D750', LensModel: 'Irix 15mm f/2.4 Firefly' } }),
    captured('Nikon', 'D750'),
  ),
  row(
    'D18',
    'angle brackets are the name of a real camera',
    jpeg('Samsung Techwin', '<Digimax i50 MP3, Samsung #1 MP3>', 'GIMP 2.4.5'),
    captured('Samsung', 'Digimax i50 MP3, Samsung #1 MP3'),
  ),
  row(
    'D24',
    'a note of a maker names it where the fields for it are gone',
    jpegFile({ exif: { MakerNote: concat('RECONYXUF\0', new Uint8Array(32)) } }),
    captured('Reconyx', null),
  ),
  row(
    'D24-unknown',
    'a note of nobody we know',
    jpegFile({ exif: { MakerNote: concat('Maker\0', new Uint8Array(32)) } }),
    UNATTRIBUTED,
  ),
  row('D25', 'firmware alone names nobody', heicFile({ Software: '00WW_5_120' }), UNATTRIBUTED),
  row(
    'D34',
    'makers that no table knows keep their text',
    jpeg('Lomo  Works ', 'LW-1 '),
    captured('Lomo Works', 'LW-1'),
  ),
];

function jpeg(make: string, model: string, software?: string): VendorFile {
  return jpegFile({ exif: { Make: make, Model: model, ...(software === undefined ? {} : { Software: software }) } });
}

function rawFile(name: 'cr3' | 'crw' | 'raf' | 'rw2' | 'orf'): VendorFile {
  const kind = labelOnlyKinds[name];
  return file(kind.mediaType, kind.extension, () => kind.build());
}
