/** Canonical names of makers, by the words their devices write (in lower case, without a legal form). */
export const CAMERA_MAKERS: readonly { vendor: string; makes: readonly string[] }[] = [
  { vendor: 'Apple', makes: ['apple', 'apple inc.', 'apple computer'] },
  { vendor: 'Nikon', makes: ['nikon corporation', 'nikon'] },
  { vendor: 'Canon', makes: ['canon', 'canon inc.'] },
  { vendor: 'Sony', makes: ['sony', 'sony corporation'] },
  { vendor: 'Fujifilm', makes: ['fujifilm', 'fuji photo film co., ltd.', 'fujifilm corporation'] },
  {
    vendor: 'Olympus',
    makes: [
      'olympus',
      'olympus corporation',
      'olympus imaging corp.',
      'olympus optical co.,ltd',
      'olympus_imaging_corp.',
    ],
  },
  { vendor: 'OM System', makes: ['om digital solutions'] },
  { vendor: 'Panasonic', makes: ['panasonic'] },
  { vendor: 'Pentax', makes: ['pentax', 'pentax corporation', 'asahi optical co.,ltd'] },
  { vendor: 'Ricoh', makes: ['ricoh', 'ricoh imaging company, ltd.'] },
  { vendor: 'Leica', makes: ['leica', 'leica camera ag'] },
  { vendor: 'Kodak', makes: ['kodak', 'eastman kodak company'] },
  { vendor: 'Casio', makes: ['casio', 'casio computer co.,ltd.', 'casio computer co.,ltd'] },
  { vendor: 'Minolta', makes: ['minolta', 'minolta co., ltd.', 'minolta co.,ltd.'] },
  { vendor: 'Konica Minolta', makes: ['konica minolta', 'konica minolta camera, inc.'] },
  { vendor: 'Sanyo', makes: ['sanyo', 'sanyo electric co.,ltd.', 'sanyo electric co.,ltd'] },
  { vendor: 'Samsung', makes: ['samsung', 'samsung techwin', 'samsung electronics', 'samsung techwin co.,ltd.'] },
  { vendor: 'Nokia', makes: ['nokia', 'hmd global'] },
  { vendor: 'HP', makes: ['hp', 'hewlett-packard', 'hewlett packard'] },
  { vendor: 'FLIR', makes: ['flir', 'flir systems', 'flir systems ab'] },
  { vendor: 'Epson', makes: ['epson', 'seiko epson corp.'] },
  { vendor: 'Google', makes: ['google'] },
  { vendor: 'Xiaomi', makes: ['xiaomi'] },
  { vendor: 'Huawei', makes: ['huawei'] },
  { vendor: 'Honor', makes: ['honor'] },
  { vendor: 'OPPO', makes: ['oppo'] },
  { vendor: 'vivo', makes: ['vivo'] },
  { vendor: 'OnePlus', makes: ['oneplus'] },
  { vendor: 'realme', makes: ['realme'] },
  { vendor: 'Motorola', makes: ['motorola'] },
  { vendor: 'LG', makes: ['lg electronics', 'lge', 'lg'] },
  { vendor: 'HTC', makes: ['htc'] },
  { vendor: 'DJI', makes: ['dji', 'hasselblad-dji'] },
  { vendor: 'GoPro', makes: ['gopro'] },
  { vendor: 'Insta360', makes: ['insta360', 'arashi vision'] },
  { vendor: 'Hasselblad', makes: ['hasselblad'] },
  { vendor: 'Sigma', makes: ['sigma'] },
  { vendor: 'Reconyx', makes: ['reconyx'] },
];

/** Fields for a model that only one maker writes, so that the maker needs no field of its own. */
export const MODEL_FIELDS: ReadonlyMap<string, string> = new Map([
  ['©mdl', 'DJI'],
  ['CNMN', 'Canon'],
]);

/** What stands in a field for a camera's maker and is none. */
export const NO_CAMERA_MAKERS: ReadonlySet<string> = new Set([
  'black forest labs',
  'ideogram ai',
  'aphrodite ai',
  'apple image playground',
  'midjourney',
  'openai',
  'stability ai',
]);

/** Games that write their pictures as a camera would. */
export const GAME_MAKERS: ReadonlyMap<string, string> = new Map([['polyphony digital inc.', 'Polyphony Digital']]);

/** Boxes of makers in a file's user data, whose presence names the maker. Their content is sensor data. */
export const MAKER_BOXES: readonly { key: string; vendor: string; text?: RegExp }[] = [
  { key: 'GPMF', vendor: 'GoPro' },
  { key: 'FIRM', vendor: 'GoPro' },
  { key: 'CAME', vendor: 'GoPro' },
  { key: 'MUID', vendor: 'GoPro' },
  { key: 'PANA', vendor: 'Panasonic' },
  { key: 'MVTG', vendor: 'Fujifilm' },
  { key: 'CNCV', vendor: 'Canon' },
  { key: 'TAGS', vendor: 'Pentax', text: /^PENTAX/ },
  { key: 'TAGS', vendor: 'Nikon', text: /^NIKON/ },
  { key: 'TAGS', vendor: 'Olympus', text: /^OLYMPUS/ },
  { key: 'TAGS', vendor: 'Sanyo', text: /^SANYO/ },
];

/** How the notes of makers begin; they name the maker where the field for it is gone. */
export const MAKER_NOTES: readonly { vendor: string; head: RegExp }[] = [
  { vendor: 'Apple', head: /^Apple iOS\0/ },
  { vendor: 'Nikon', head: /^Nikon\0/ },
  { vendor: 'Fujifilm', head: /^FUJIFILM/ },
  { vendor: 'Panasonic', head: /^Panasonic\0/ },
  { vendor: 'Olympus', head: /^OLYMP(?:US)?\0/ },
  { vendor: 'OM System', head: /^OM SYSTEM\0/ },
  { vendor: 'Sony', head: /^SONY (?:DSC|CAM|MOBILE) / },
  { vendor: 'Pentax', head: /^(?:PENTAX \0|AOC\0)/ },
  { vendor: 'Ricoh', head: /^(?:RICOH|Ricoh)\0/ },
  { vendor: 'Leica', head: /^LEICA/ },
  { vendor: 'Sigma', head: /^(?:SIGMA|FOVEON)\0/ },
  { vendor: 'Casio', head: /^QVC\0/ },
  { vendor: 'Reconyx', head: /^RECONYX/ },
];

/** Cameras that name themselves in a field for software: AVI `ISFT`, the originator of a broadcast WAV. */
export const RECORDER_TOOLS: readonly { vendor: string; text: RegExp }[] = [
  { vendor: 'Canon', text: /^CanonMVI\d+$/ },
  { vendor: 'Pentax', text: /^PENTAX (?<model>[\w -]{1,40})$/ },
  { vendor: 'Zoom', text: /^ZOOM (?<model>[\w -]{1,40})$/i },
  { vendor: 'Tascam', text: /^TASCAM (?<model>[\w -]{1,40})$/i },
];
