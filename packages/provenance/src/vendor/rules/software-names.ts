/** Software that is no generator: editors, recorders, games, platforms. */
export interface SoftwareName {
  rule: string;
  /** At the start of a field for tools, in any case, and not followed by a letter or digit. */
  names: readonly string[];
  vendor: string;
  /** Left out of the product's name when it stands in front: `Adobe Photoshop` is `Photoshop`. Default the vendor. */
  strip?: string;
  /** What follows the name are identifiers of people and documents, or nothing of interest. */
  nameOnly?: true;
  /** A common word, which counts only with a version behind it. */
  versioned?: true;
}

export const SOFTWARE_NAMES: readonly SoftwareName[] = [
  { rule: 'software-adobe-express', names: ['Adobe Express', 'Adobe_Express'], vendor: 'Adobe' },
  { rule: 'software-adobe', names: ['Adobe', 'Acrobat'], vendor: 'Adobe' },
  { rule: 'software-photoshop', names: ['Photoshop', 'Lightroom'], vendor: 'Adobe' },
  { rule: 'software-gimp', names: ['GIMP'], vendor: 'GIMP' },
  { rule: 'software-canva', names: ['Canva'], vendor: 'Canva', nameOnly: true },
  { rule: 'software-apple-apps', names: ['Music', 'Photos', 'Preview'], vendor: 'Apple', versioned: true },
  {
    rule: 'software-apple',
    names: ['iTunes', 'GarageBand', 'Logic Pro', 'Final Cut Pro', 'QuickTime', 'macOS', 'Mac OS X', 'iMovie'],
    vendor: 'Apple',
  },
  { rule: 'software-topaz', names: ['Topaz'], vendor: 'Topaz Labs', strip: 'Topaz' },
  { rule: 'software-luminar', names: ['Luminar', 'Skylum'], vendor: 'Skylum' },
  { rule: 'software-on1', names: ['ON1'], vendor: 'ON1' },
  { rule: 'software-remini', names: ['Remini'], vendor: 'Remini' },
  { rule: 'software-picsart', names: ['Picsart'], vendor: 'Picsart' },
  { rule: 'software-facetune', names: ['Facetune'], vendor: 'Facetune' },
  { rule: 'software-snapseed', names: ['Snapseed'], vendor: 'Google' },
  { rule: 'software-google', names: ['Google Photos', 'Picasa', 'HDR+'], vendor: 'Google' },
  { rule: 'software-vsco', names: ['VSCO'], vendor: 'VSCO' },
  { rule: 'software-meitu', names: ['Meitu', '美图'], vendor: 'Meitu' },
  { rule: 'software-capture-one', names: ['Capture One'], vendor: 'Capture One' },
  { rule: 'software-dxo', names: ['DxO'], vendor: 'DxO' },
  { rule: 'software-affinity', names: ['Affinity'], vendor: 'Affinity' },
  { rule: 'software-pixelmator', names: ['Pixelmator'], vendor: 'Pixelmator' },
  { rule: 'software-darktable', names: ['darktable'], vendor: 'darktable' },
  { rule: 'software-rawtherapee', names: ['RawTherapee'], vendor: 'RawTherapee' },
  { rule: 'software-krita', names: ['Krita'], vendor: 'Krita' },
  { rule: 'software-inkscape', names: ['Inkscape'], vendor: 'Inkscape' },
  { rule: 'software-paint-net', names: ['Paint.NET', 'paint.net'], vendor: 'Paint.NET' },
  { rule: 'software-corel', names: ['Corel', 'PaintShop'], vendor: 'Corel' },
  { rule: 'software-acdsee', names: ['ACDSee', 'ACD Systems'], vendor: 'ACDSee' },
  { rule: 'software-photoscape', names: ['PhotoScape'], vendor: 'PhotoScape' },
  { rule: 'software-xnview', names: ['XnView'], vendor: 'XnView' },
  { rule: 'software-irfanview', names: ['IrfanView'], vendor: 'IrfanView' },
  {
    rule: 'software-microsoft',
    names: ['Microsoft', 'Windows Photo'],
    vendor: 'Microsoft',
  },
  { rule: 'software-libreoffice', names: ['LibreOffice', 'OpenOffice'], vendor: 'LibreOffice' },
  { rule: 'software-latex', names: ['pdfTeX', 'LaTeX', 'TeX', 'XeTeX', 'LuaTeX'], vendor: 'TeX' },
  { rule: 'software-figma', names: ['Figma'], vendor: 'Figma' },
  { rule: 'software-blender', names: ['Blender'], vendor: 'Blender' },
  { rule: 'software-davinci', names: ['DaVinci Resolve', 'Blackmagic'], vendor: 'Blackmagic Design' },
  { rule: 'software-capcut', names: ['CapCut', '剪映'], vendor: 'ByteDance' },
  { rule: 'software-audacity', names: ['Audacity'], vendor: 'Audacity' },
  { rule: 'software-ableton', names: ['Ableton'], vendor: 'Ableton' },
  { rule: 'software-obs', names: ['OBS'], vendor: 'OBS' },
  { rule: 'software-sony-pmb', names: ['PMB'], vendor: 'Sony' },
  { rule: 'software-digikam', names: ['digiKam', 'Digikam'], vendor: 'digiKam' },
];

/** Values that other fields of software hold: a PNG text named `mxfile`, a QuickTime key, a platform's comment. */
export const SOFTWARE_MARKS: readonly {
  rule: string;
  container: 'png' | 'quicktime' | 'any';
  key: RegExp;
  text: RegExp;
  vendor: string;
}[] = [
  { rule: 'software-drawio', container: 'png', key: /^mxfile$/i, text: /^/, vendor: 'draw.io' },
  {
    rule: 'software-topaz-video',
    container: 'quicktime',
    key: /^videoai$/,
    text: /^Enhanced using /,
    vendor: 'Topaz Labs',
  },
  {
    rule: 'platform-bytedance',
    container: 'any',
    key: /^(?:comment|©cmt|COMMENT|COMM)$/,
    text: /^vid:v0[0-9a-z]{8,64}\s*$/,
    vendor: 'TikTok / ByteDance',
  },
  {
    rule: 'platform-bytedance-info',
    container: 'quicktime',
    key: /^com\.bytedance\.info$/,
    text: /^/,
    vendor: 'TikTok / ByteDance',
  },
];

/**
 * Encoders and libraries: they write files for everybody and name nobody. `Google` is what its platform writes into every
 * video that it converts.
 */
export const ENCODER_NAMES: readonly string[] = [
  'Lavf',
  'Lavc',
  'libx264',
  'x264',
  'x265',
  'HandBrake',
  'libheif',
  'libwebm',
  'libmatroska',
  'libebml',
  'mkvmerge',
  'GStreamer',
  'cavif',
  'ImageMagick',
  'GraphicsMagick',
  'libvips',
  'LAME',
  'Google',
  'reference libFLAC',
  'libvorbis',
  'libopus',
  'Xiph.Org',
  'Chrome',
  'WebM',
  'Bento4',
  'GPAC',
  'PIL',
  'Pillow',
  'exiftool',
  'ExifTool',
  'XMP Core',
  'Image::ExifTool',
  'Matplotlib',
];
