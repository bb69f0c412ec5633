/** Canonical names of makers, by the words their devices write: in lower case, without signs and legal forms. */
export const CAMERA_MAKERS: readonly { vendor: string; makes: readonly string[] }[] = [
  { vendor: 'Apple', makes: ['apple', 'apple computer'] },
  { vendor: 'Nikon', makes: ['nikon'] },
  { vendor: 'Canon', makes: ['canon'] },
  { vendor: 'Sony', makes: ['sony'] },
  { vendor: 'Sony Ericsson', makes: ['sony ericsson', 'sonyericsson', 'sony ericsson mobile communications'] },
  { vendor: 'Fujifilm', makes: ['fujifilm', 'fuji', 'fuji photo film'] },
  { vendor: 'Olympus', makes: ['olympus', 'olympus imaging', 'olympus optical'] },
  { vendor: 'OM System', makes: ['om digital solutions', 'om system'] },
  { vendor: 'Panasonic', makes: ['panasonic', 'matsushita electric industrial'] },
  { vendor: 'Pentax', makes: ['pentax', 'asahi optical', 'asahi pentax'] },
  { vendor: 'Ricoh', makes: ['ricoh', 'ricoh imaging'] },
  { vendor: 'Leica', makes: ['leica', 'leica camera'] },
  { vendor: 'Kodak', makes: ['kodak', 'eastman kodak', 'jk imaging'] },
  { vendor: 'Casio', makes: ['casio', 'casio computer'] },
  { vendor: 'Minolta', makes: ['minolta', 'minolta camera'] },
  { vendor: 'Konica', makes: ['konica'] },
  { vendor: 'Konica Minolta', makes: ['konica minolta', 'konica minolta camera', 'konica minolta photo imaging'] },
  { vendor: 'Sanyo', makes: ['sanyo', 'sanyo electric'] },
  { vendor: 'Samsung', makes: ['samsung', 'samsung techwin', 'samsung electronics', 'samsung digital ima'] },
  { vendor: 'Nokia', makes: ['nokia', 'hmd global'] },
  { vendor: 'HP', makes: ['hp', 'hewlett-packard', 'hewlett packard'] },
  { vendor: 'FLIR', makes: ['flir', 'flir systems'] },
  { vendor: 'Epson', makes: ['epson', 'seiko epson'] },
  { vendor: 'Kyocera', makes: ['kyocera'] },
  { vendor: 'Yashica', makes: ['yashica'] },
  { vendor: 'Contax', makes: ['contax'] },
  { vendor: 'Mamiya', makes: ['mamiya', 'mamiya-op'] },
  { vendor: 'Phase One', makes: ['phase one', 'phase one a/s'] },
  { vendor: 'Toshiba', makes: ['toshiba'] },
  { vendor: 'Sharp', makes: ['sharp'] },
  { vendor: 'Hitachi', makes: ['hitachi', 'hitachi living systems'] },
  { vendor: 'JVC', makes: ['jvc', 'jvckenwood', 'jvc kenwood', 'victor company of japan'] },
  { vendor: 'Agfa', makes: ['agfa', 'agfa gevaert'] },
  { vendor: 'AgfaPhoto', makes: ['agfaphoto'] },
  { vendor: 'Polaroid', makes: ['polaroid'] },
  { vendor: 'Vivitar', makes: ['vivitar'] },
  { vendor: 'GE', makes: ['ge', 'general electric', 'general imaging'] },
  { vendor: 'BenQ', makes: ['benq'] },
  { vendor: 'BlackBerry', makes: ['blackberry', 'research in motion'] },
  { vendor: 'Reconyx', makes: ['reconyx'] },
  { vendor: 'Google', makes: ['google'] },
  { vendor: 'Microsoft', makes: ['microsoft'] },
  { vendor: 'Xiaomi', makes: ['xiaomi'] },
  { vendor: 'Huawei', makes: ['huawei'] },
  { vendor: 'Honor', makes: ['honor'] },
  { vendor: 'OPPO', makes: ['oppo'] },
  { vendor: 'vivo', makes: ['vivo'] },
  { vendor: 'OnePlus', makes: ['oneplus'] },
  { vendor: 'realme', makes: ['realme'] },
  { vendor: 'Lenovo', makes: ['lenovo'] },
  { vendor: 'ASUS', makes: ['asus', 'asustek computer'] },
  { vendor: 'ZTE', makes: ['zte'] },
  { vendor: 'Meizu', makes: ['meizu'] },
  { vendor: 'Motorola', makes: ['motorola', 'motorola mobility'] },
  { vendor: 'LG', makes: ['lg electronics', 'lge', 'lg'] },
  { vendor: 'HTC', makes: ['htc'] },
  { vendor: 'DJI', makes: ['dji', 'hasselblad-dji'] },
  { vendor: 'GoPro', makes: ['gopro'] },
  { vendor: 'Insta360', makes: ['insta360', 'arashi vision'] },
  { vendor: 'Hasselblad', makes: ['hasselblad', 'victor hasselblad'] },
  { vendor: 'Sigma', makes: ['sigma'] },
];

/** Legal forms after a company's name, as their parts are written between spaces and signs. */
export const LEGAL_FORMS: ReadonlySet<string> = new Set(
  'co, company, corp, corporation, inc, incorporated, ltd, limited, llc, plc, ag, gmbh, ab, oy, oyj, sa, nv'.split(
    ', ',
  ),
);

/** Words in a field that nobody filled: its own name, or words for "unknown". */
export const EMPTY_WORDS: ReadonlySet<string> = new Set(
  (
    'make, maker, manufacturer, vendor, brand, company, model, name, string, text, value, unknown, undefined, ' +
    'unspecified, unnamed, none, null, nil, n, a, na, not, available, default, test, sample, example, xxx, 未知, ' +
    '无, 品牌, 型号, 制造商'
  ).split(', '),
);

/** Words for any device, which cameras of many makers write in the maker field. */
export const DEVICE_WORDS: ReadonlySet<string> = new Set(
  (
    'camera, cameras, cam, digital, digicam, camcorder, scanner, webcam, phone, mobile, device, photo, video, ' +
    'image, picture, still, dc, dv, dsc, oem, generic, standard, 相机, 数码, 数码相机, 照相机, 摄像机, 手机, 扫描仪'
  ).split(', '),
);

/** Fields for a model that only one maker writes, so that the maker needs no field of its own. */
export const MODEL_FIELDS: ReadonlyMap<string, string> = new Map([
  ['©mdl', 'DJI'],
  ['CNMN', 'Canon'],
]);

/** Texts in a camera maker field that are not makers; like the makers, without a legal form. */
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
export const GAME_MAKERS: ReadonlyMap<string, string> = new Map([['polyphony digital', 'Polyphony Digital']]);

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

/** How the notes of makers begin; they name the maker where its field is missing. */
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
