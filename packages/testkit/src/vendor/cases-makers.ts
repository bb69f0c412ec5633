import { captured, row, software, UNATTRIBUTED, type VendorCase, type VendorFile } from './case.ts';
import { heicFile, jpegFile, tiffFile } from './files.ts';

/** What cameras leave in a field of a fixed size, after the zero that ends their name. */
const LEFT_OVER = '\0\u0001\u0012\u007fAC\0\0\u0003';

/** D35 to D37: what real cameras and programs write for the maker and the model, and what people would call them. */
export const makerCases: readonly VendorCase[] = [
  row(
    'D35-gopro',
    'a text ends at its first zero; the editor that saved it last is not its camera',
    jpeg(`GoPro${LEFT_OVER}`, `HD2${LEFT_OVER}`, 'Adobe Photoshop CS5 Windows'),
    captured('GoPro', 'HD2'),
  ),
  row(
    'D35-trust',
    'a maker of no table',
    jpeg('Trust\0\u0005\u0006', 'Gemini11\0\u0007x'),
    captured('Trust', 'Gemini11'),
  ),
  row(
    'D35-sony',
    'only the model is followed by something',
    jpeg('SONY', `MAVICA${LEFT_OVER}`),
    captured('Sony', 'MAVICA'),
  ),
  row(
    'D35-scanner',
    'a scanner, in a TIFF',
    tiffFile({ Make: 'Kodak\0', Model: `i200${LEFT_OVER}` }),
    captured('Kodak', 'i200'),
  ),
  row(
    'D35-heic',
    'in the Exif item of a HEIC',
    heicFile({ Make: `Apple${LEFT_OVER}`, Model: `iPhone 13${LEFT_OVER}` }),
    captured('Apple', 'iPhone 13'),
  ),
  row(
    'D35-empty',
    'a text that is nothing but its end',
    jpeg(LEFT_OVER, LEFT_OVER, 'GIMP 2.10.34'),
    software('GIMP', '2.10.34'),
  ),
  ...['456', '?', '----', 'xxxx', 'Make', 'Camera', 'Digital', 'DIGITAL CAMERA', 'unknown', 'N/A', '未知'].map(
    (make, index) => row(`D36-word-${index}`, `nobody is called ${make}`, jpeg(make, 'DV-5'), UNATTRIBUTED),
  ),
  ...['PENTAX00000000', 'SONYIILLy'].map((make) =>
    row(`D36-${make}`, "a maker's name that runs into what stood behind it in memory", jpeg(make, 'x'), UNATTRIBUTED),
  ),
  row(
    'D36-model',
    'a model that begins with its maker, whatever stands for the maker',
    jpeg('Digital Camera', 'Canon EOS 5D'),
    captured('Canon', 'EOS 5D'),
  ),
  row('D36-no-model', 'a maker without a model', jpeg('Canon', 'unknown'), captured('Canon')),
  ...(
    [
      ['MINOLTA CO.,LTD', 'DiMAGE 5', 'Minolta', 'DiMAGE 5'],
      ['KONICA CORPORATION', 'KD-310Z', 'Konica', 'KD-310Z'],
      ['KONICA MINOLTA CAMERA, Inc.', 'DiMAGE Z3', 'Konica Minolta', 'DiMAGE Z3'],
      ['OLYMPUS IMAGING CORP.  ', 'E-510', 'Olympus', 'E-510'],
      ['CASIO COMPUTER CO.,LTD', 'EX-Z55', 'Casio', 'EX-Z55'],
      ['SANYO Electric Co.,Ltd.', 'SX113', 'Sanyo', 'SX113'],
      ['PENTAX Corporation', 'PENTAX *ist D', 'Pentax', '*ist D'],
      ['FUJI PHOTO FILM CO., LTD.', 'SLP1000SE', 'Fujifilm', 'SLP1000SE'],
      ['RICOH IMAGING COMPANY, LTD.', 'PENTAX K-1', 'Ricoh', 'PENTAX K-1'],
      ['SEIKO EPSON CORP.', 'PhotoPC 3000Z', 'Epson', 'PhotoPC 3000Z'],
      ['LEICA CAMERA AG', 'LEICA Q3', 'Leica', 'Q3'],
      ['TOSHIBA', 'PDR-M60', 'Toshiba', 'PDR-M60'],
      ['SonyEricsson', 'K800i', 'Sony Ericsson', 'K800i'],
    ] as const
  ).map(([make, model, vendor, name]) =>
    row(`D37-${make}`, 'a company form', jpeg(make, model), captured(vendor, name)),
  ),
];

function jpeg(make: string, model: string, program?: string): VendorFile {
  return jpegFile({ exif: { Make: make, Model: model, ...(program === undefined ? {} : { Software: program }) } });
}
