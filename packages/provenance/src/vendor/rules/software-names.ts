/** Software that is not a generator: editors, recorders, games, platforms. */
export interface SoftwareName {
  rule: string;
  /** At the start of a field for tools, in any case, and not followed by a letter or digit. */
  names: readonly string[];
  vendor: string;
  /** Removed from the start of the product's name: `Adobe Photoshop` is `Photoshop`. Defaults to the vendor. */
  strip?: string;
  /** The name is followed by identifiers of people and documents, or nothing of interest. */
  nameOnly?: true;
  /** A common word, which counts only when a version follows. */
  versioned?: true;
}

/** Programs that ship with cameras and scanners. Firmware has other names, and names no program. */
const MAKERS_SOFTWARE: readonly SoftwareName[] = [
  {
    rule: 'software-nikon',
    names: ['Capture NX', 'Nikon Capture', 'Nikon Transfer', 'Nikon Scan', 'Nikon View', 'ViewNX', 'NX Studio'],
    vendor: 'Nikon',
  },
  {
    rule: 'software-canon',
    names: ['Digital Photo Professional', 'Canon Digital Photo Professional', 'ZoomBrowser', 'EOS Utility'],
    vendor: 'Canon',
  },
  {
    rule: 'software-olympus',
    names: ['CAMEDIA', ...['CAMEDIA', 'Master', 'Viewer', 'Studio', 'Workspace'].map((name) => `OLYMPUS ${name}`)],
    vendor: 'Olympus',
  },
  { rule: 'software-om-system', names: ['OM Workspace'], vendor: 'OM System' },
  { rule: 'software-sigma', names: ['SIGMA Photo Pro'], vendor: 'Sigma' },
  {
    rule: 'software-sony',
    names: ['PMB', 'Picture Motion Browser', 'PlayMemories', 'Image Data Converter', 'Imaging Edge'],
    vendor: 'Sony',
  },
  { rule: 'software-fujifilm', names: ['FinePixViewer', 'FinePix Studio'], vendor: 'Fujifilm' },
  { rule: 'software-pentax', names: ['PENTAX PHOTO', 'PENTAX Digital Camera Utility'], vendor: 'Pentax' },
  { rule: 'software-minolta', names: ['DiMAGE Viewer', 'DiMAGE Image Viewer', 'DiMAGE Master'], vendor: 'Minolta' },
  { rule: 'software-kodak', names: ['KODAK EASYSHARE'], vendor: 'Kodak' },
  { rule: 'software-panasonic', names: ['PHOTOfunSTUDIO'], vendor: 'Panasonic' },
  { rule: 'software-hasselblad', names: ['Phocus', 'FlexColor'], vendor: 'Hasselblad' },
];

export const SOFTWARE_NAMES: readonly SoftwareName[] = [
  { rule: 'software-adobe-express', names: ['Adobe Express', 'Adobe_Express'], vendor: 'Adobe' },
  { rule: 'software-adobe', names: ['Adobe', 'Acrobat'], vendor: 'Adobe' },
  {
    rule: 'software-photoshop',
    names: ['Photoshop', 'Lightroom', 'ImageReady', 'InDesign', 'Illustrator'],
    vendor: 'Adobe',
  },
  { rule: 'software-macromedia', names: ['Macromedia', 'Fireworks MX'], vendor: 'Macromedia' },
  { rule: 'software-gimp', names: ['GIMP'], vendor: 'GIMP' },
  { rule: 'software-canva', names: ['Canva'], vendor: 'Canva', nameOnly: true },
  {
    rule: 'software-apple-apps',
    names: ['Music', 'Photos', 'Preview', 'Aperture', 'Keynote', 'Pages'],
    vendor: 'Apple',
    versioned: true,
  },
  {
    rule: 'software-apple',
    names: [
      'iTunes',
      'GarageBand',
      'Logic Pro',
      'Final Cut Pro',
      'QuickTime',
      'macOS',
      'Mac OS X',
      'iMovie',
      'iPhoto',
      'Photo Booth',
    ],
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
  { rule: 'software-inkscape', names: ['Inkscape', 'www.inkscape.org'], vendor: 'Inkscape' },
  { rule: 'software-paint-net', names: ['Paint.NET', 'paint.net'], vendor: 'Paint.NET' },
  {
    rule: 'software-corel',
    names: ['Corel', 'CorelDRAW', 'PaintShop', 'Paint Shop Pro', 'AfterShot'],
    vendor: 'Corel',
  },
  { rule: 'software-jasc', names: ['Jasc'], vendor: 'Jasc' },
  { rule: 'software-ulead', names: ['Ulead', 'PhotoImpact'], vendor: 'Ulead' },
  { rule: 'software-arcsoft', names: ['ArcSoft', 'PhotoStudio', 'PhotoImpression'], vendor: 'ArcSoft' },
  { rule: 'software-acdsee', names: ['ACDSee', 'ACD Systems'], vendor: 'ACDSee' },
  { rule: 'software-photoscape', names: ['PhotoScape'], vendor: 'PhotoScape' },
  { rule: 'software-xnview', names: ['XnView'], vendor: 'XnView' },
  { rule: 'software-irfanview', names: ['IrfanView'], vendor: 'IrfanView' },
  {
    rule: 'software-microsoft',
    names: ['Microsoft', 'Windows Photo', 'Windows Live'],
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
  { rule: 'software-digikam', names: ['digiKam'], vendor: 'digiKam' },
  { rule: 'software-vuescan', names: ['VueScan'], vendor: 'VueScan' },
  { rule: 'software-silverfast', names: ['SilverFast'], vendor: 'SilverFast' },
  { rule: 'software-graphicconverter', names: ['GraphicConverter'], vendor: 'GraphicConverter' },
  {
    rule: 'software-ghostscript',
    names: [
      'Ghostscript',
      ...['GPL', 'AGPL', 'AFPL', 'GNU', 'ESP', 'Aladdin', 'Artifex'].map((of) => `${of} Ghostscript`),
    ],
    vendor: 'Ghostscript',
  },
  { rule: 'software-idimager', names: ['IDimager', 'Photo Supreme'], vendor: 'IDimager' },
  { rule: 'software-photo-mechanic', names: ['Photo Mechanic'], vendor: 'Photo Mechanic' },
  { rule: 'software-silkypix', names: ['SILKYPIX'], vendor: 'SILKYPIX' },
  { rule: 'software-bibble', names: ['Bibble'], vendor: 'Bibble' },
  { rule: 'software-ufraw', names: ['UFRaw'], vendor: 'UFRaw' },
  { rule: 'software-dcraw', names: ['dcraw'], vendor: 'dcraw' },
  { rule: 'software-zoner', names: ['Zoner'], vendor: 'Zoner' },
  { rule: 'software-photofiltre', names: ['PhotoFiltre'], vendor: 'PhotoFiltre' },
  { rule: 'software-faststone', names: ['FastStone'], vendor: 'FastStone' },
  { rule: 'software-photomatix', names: ['Photomatix'], vendor: 'Photomatix' },
  { rule: 'software-ptgui', names: ['PTGui'], vendor: 'PTGui' },
  { rule: 'software-hugin', names: ['Hugin'], vendor: 'Hugin' },
  { rule: 'software-shotwell', names: ['Shotwell'], vendor: 'Shotwell' },
  { rule: 'software-gthumb', names: ['gThumb'], vendor: 'gThumb' },
  { rule: 'software-gnome-screenshot', names: ['gnome-screenshot'], vendor: 'GNOME' },
  { rule: 'software-snagit', names: ['Snagit'], vendor: 'Snagit' },
  { rule: 'software-clip-studio', names: ['CLIP STUDIO PAINT'], vendor: 'Celsys' },
  { rule: 'software-procreate', names: ['Procreate'], vendor: 'Procreate' },
  { rule: 'software-autodesk', names: ['Autodesk', 'AutoCAD', '3ds Max'], vendor: 'Autodesk' },
  { rule: 'software-scribus', names: ['Scribus'], vendor: 'Scribus' },
  { rule: 'software-quarkxpress', names: ['QuarkXPress'], vendor: 'QuarkXPress' },
  { rule: 'software-instagram', names: ['Instagram'], vendor: 'Instagram' },
  ...MAKERS_SOFTWARE,
];

/** Fields for comments and captions, in which some programs write a sentence of their own. */
const SENTENCE_KEYS = /^(?:COM|comment|©cmt|UserComment|ImageDescription)$/i;

/**
 * Values that other fields of software hold: a PNG text named `mxfile`, a QuickTime key, a platform's comment, a program's
 * own sentence. What `model` takes out of a text is the product's name.
 */
export const SOFTWARE_MARKS: readonly {
  rule: string;
  container: 'png' | 'quicktime' | 'any';
  key: RegExp;
  text: RegExp;
  vendor: string;
}[] = [
  { rule: 'software-drawio', container: 'png', key: /^mxfile$/i, text: /^/, vendor: 'draw.io' },
  {
    rule: 'software-gimp-comment',
    container: 'any',
    key: SENTENCE_KEYS,
    text: /^(?:Created with|Erstellt mit|Créé avec|Creado con|Creato con|Criado com(?: o)?) (?:The )?GIMP(?: on a Mac)?\.?$/i,
    vendor: 'GIMP',
  },
  {
    rule: 'software-photoshop-comment',
    container: 'any',
    key: SENTENCE_KEYS,
    text: /^File written by Adobe (?<model>Photoshop)(?![\p{L}\p{N}])/iu,
    vendor: 'Adobe',
  },
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
