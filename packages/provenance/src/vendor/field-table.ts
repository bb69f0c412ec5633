import type { FieldContainer, FieldRole } from './text-field.ts';

/** Which entries of the container readers a rule may look at, and what they are for. */
interface EntryRow {
  container: FieldContainer;
  path: RegExp;
  /** Compared in lower case when the container is case-insensitive. */
  key: RegExp;
  role: FieldRole;
  /** For people; `{key}` is the key, which is then of a fixed vocabulary. */
  name: string;
}

const EXIF = /(?:^|\/)(?:IFD0|Exif)$/;
const CIFF = /^CIFF$/;
const AIFF = /^AIFF$/;
const ASF = /^ASF$/;
const TGA = /^TGA$/;
/** Texts in chunks, and the same texts in the lowest bits of the pixels. */
const PNG = /^(?:tEXt|zTXt|iTXt|IDAT\/stealth)$/;
const KEYS = /(?:^|\/)ilst$/;
const ITUNES = /(?:^|\/)ilst\(mdir\)$/;
const FREEFORM = /(?:^|\/)----$/;
/** Canon keeps its user data in a box for padding. */
const UDTA = /(?:^|\/)(?:udta|skip)$/;
const REAL_TIME_META = /(?:^|\/)meta\/xml\/Device$/;
const MKV_TAG = /(?:^|\/)SimpleTag$/;
const MKV_INFO = /^Segment\/Info$/;
const RIFF_INFO = /^LIST\/INFO$/;
const ID3 = /(?:^|\/)(?:ID3v2|id3|ID3)$/;
const ID3_NAMED = /(?:^|\/)(?:TXXX?|COMM?)$/;
const VORBIS = /^(?:VORBIS_COMMENT$|Ogg\/)/;
const IPTC = /\/IPTC$/;

/** The first row that fits an entry counts. An entry that no row names marks no vendor. */
export const ENTRY_ROWS: readonly EntryRow[] = [
  row('exif', EXIF, /^Make$/, 'make', 'EXIF {key}'),
  row('exif', EXIF, /^Model$/, 'model', 'EXIF {key}'),
  row('exif', EXIF, /^LensModel$/, 'lens', 'EXIF {key}'),
  row(
    'exif',
    EXIF,
    /^(?:Software|ProcessingSoftware|ImageEditingSoftware|RAWDevelopingSoftware|MetadataEditingSoftware)$/,
    'tool',
    'EXIF {key}',
  ),
  row('exif', EXIF, /^ImageDescription$/, 'description', 'EXIF {key}'),
  row('exif', EXIF, /^Artist$/, 'artist', 'EXIF {key}'),
  row('exif', EXIF, /^UserComment$/, 'comment', 'EXIF {key}'),
  row('exif', CIFF, /^Make$/, 'make', 'CIFF {key}'),
  row('exif', CIFF, /^Model$/, 'model', 'CIFF {key}'),
  row('exif', CIFF, /^Firmware$/, 'tool', 'CIFF {key}'),
  row('png', PNG, /^exif:make$/i, 'make', 'PNG exif:Make'),
  row('png', PNG, /^exif:model$/i, 'model', 'PNG exif:Model'),
  row('png', PNG, /^exif:software$/i, 'tool', 'PNG exif:Software'),
  row('png', PNG, /^(?:software|source)$/i, 'tool', 'PNG {key}'),
  row('png', PNG, /^comment$/i, 'comment', 'PNG Comment'),
  row('png', PNG, /^description$/i, 'description', 'PNG Description'),
  row('png', PNG, /^(?:author|artist)$/i, 'artist', 'PNG Author'),
  row('png', PNG, /^/, 'payload', 'PNG {key}'),
  row('quicktime', KEYS, /^com\.(?:apple\.quicktime\.make|android\.manufacturer)$/, 'make', 'QuickTime {key}'),
  row('quicktime', KEYS, /^com\.(?:apple\.quicktime|android)\.model$/, 'model', 'QuickTime {key}'),
  row('quicktime', KEYS, /^com\.(?:apple\.quicktime\.software|android\.version)$/, 'tool', 'QuickTime {key}'),
  row('quicktime', KEYS, /^(?:encoder|software)$/i, 'tool', 'QuickTime {key}'),
  row('quicktime', KEYS, /^(?:comment|com\.apple\.quicktime\.comment)$/i, 'comment', 'QuickTime {key}'),
  row('quicktime', KEYS, /^/, 'payload', 'QuickTime {key}'),
  row('quicktime', ITUNES, /^(?:©too|©enc|©swr)$/, 'tool', 'iTunes {key}'),
  row('quicktime', ITUNES, /^©cmt$/, 'comment', 'iTunes {key}'),
  row('quicktime', ITUNES, /^©ART$/, 'artist', 'iTunes {key}'),
  row('quicktime', FREEFORM, /^/, 'payload', 'iTunes {key}'),
  row('quicktime', UDTA, /^(?:©mak|@mak|manu)$/, 'make', 'QuickTime {key}'),
  row('quicktime', UDTA, /^(?:©mod|@mod|modl|©mdl|CNMN)$/, 'model', 'QuickTime {key}'),
  row('quicktime', UDTA, /^(?:©swr|©enc)$/, 'tool', 'QuickTime {key}'),
  row('quicktime', UDTA, /^©cmt$/, 'comment', 'QuickTime {key}'),
  row('quicktime', REAL_TIME_META, /^manufacturer$/, 'make', 'NonRealTimeMeta Device manufacturer'),
  row('quicktime', REAL_TIME_META, /^modelName$/, 'model', 'NonRealTimeMeta Device modelName'),
  row('matroska', MKV_TAG, /^(?:ENCODER|ENCODED_BY|SOFTWARE)$/i, 'tool', 'Matroska {key}'),
  row('matroska', MKV_TAG, /^COMMENTS?$/i, 'comment', 'Matroska {key}'),
  row('matroska', MKV_TAG, /^/, 'payload', 'Matroska {key}'),
  row('matroska', MKV_INFO, /^(?:WritingApp|MuxingApp)$/, 'tool', 'Matroska {key}'),
  row('riff', RIFF_INFO, /^ISFT$/, 'tool', 'RIFF {key}'),
  row('riff', RIFF_INFO, /^ICMT$/, 'comment', 'RIFF {key}'),
  row('riff', RIFF_INFO, /^IART$/, 'artist', 'RIFF {key}'),
  row('riff', /^LIST\/exif$/, /^ecor$/, 'make', 'RIFF {key}'),
  row('riff', /^LIST\/exif$/, /^emdl$/, 'model', 'RIFF {key}'),
  row('riff', /^bext$/, /^Originator$/, 'tool', 'RIFF bext Originator'),
  row('riff', AIFF, /^ANNO$/, 'comment', 'AIFF {key}'),
  row('riff', AIFF, /^AUTH$/, 'artist', 'AIFF {key}'),
  row('asf', ASF, /^(?:WM\/ToolName|WM\/EncodedBy|WM\/EncodingSettings|Software)$/, 'tool', 'ASF {key}'),
  row('asf', ASF, /^(?:Description|Comment|WM\/Comments?)$/i, 'comment', 'ASF {key}'),
  row('asf', ASF, /^(?:Author|WM\/ARTIST)$/i, 'artist', 'ASF {key}'),
  row('asf', ASF, /^/, 'payload', 'ASF {key}'),
  row('tga', TGA, /^Software$/, 'tool', 'TGA {key}'),
  row('tga', TGA, /^Comments$/, 'comment', 'TGA {key}'),
  row('tga', TGA, /^Author$/, 'artist', 'TGA {key}'),
  row('id3', ID3, /^(?:TSSE|TENC|TSS|TEN)$/, 'tool', 'ID3 {key}'),
  row('id3', ID3, /^(?:COMM?)$/, 'comment', 'ID3 {key}'),
  row('id3', ID3, /^(?:TPE1|TP1)$/, 'artist', 'ID3 {key}'),
  row('id3', ID3, /^(?:WOAS|WAS|WOAF|WAF)$/, 'payload', 'ID3 {key}'),
  row('id3', /(?:^|\/)COMM?$/, /^/, 'comment', 'ID3 COMM'),
  row('id3', ID3_NAMED, /^comment$/i, 'comment', 'ID3 TXXX comment'),
  row('id3', ID3_NAMED, /^/, 'payload', 'ID3 TXXX {key}'),
  row('vorbis', VORBIS, /^(?:encoder|encoded_by|encoded-by|software)$/i, 'tool', 'Vorbis {key}'),
  row('vorbis', VORBIS, /^(?:comment|description)$/i, 'comment', 'Vorbis {key}'),
  row('vorbis', VORBIS, /^artist$/i, 'artist', 'Vorbis {key}'),
  row('vorbis', VORBIS, /^/, 'payload', 'Vorbis {key}'),
  row('pdf', /^Info$/, /^(?:Producer|Creator)$/, 'tool', 'PDF {key}'),
  row('iptc', IPTC, /^2:110$/, 'credit', 'IPTC Credit'),
  row('iptc', IPTC, /^2:65$/, 'tool', 'IPTC Originating Program'),
  row('trailer', /^SEFT$/, /^/, 'payload', 'Samsung trailer {key}'),
];

interface PropertyRow {
  uri: string;
  /** Lower case: writers vary the case of IPTC's names. */
  local: string;
  role: FieldRole;
  name: string;
}

const TIFF_NS = 'http://ns.adobe.com/tiff/1.0/';
const EXIF_NS = 'http://ns.adobe.com/exif/1.0/';
const EXIF_EX_NS = 'http://cipa.jp/exif/1.0/';
const XMP_NS = 'http://ns.adobe.com/xap/1.0/';
const AUX_NS = 'http://ns.adobe.com/exif/1.0/aux/';
const DC_NS = 'http://purl.org/dc/elements/1.1/';
const PHOTOSHOP_NS = 'http://ns.adobe.com/photoshop/1.0/';
const IPTC_EXT_NS = 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/';
const EVENT_NS = 'http://ns.adobe.com/xap/1.0/sType/ResourceEvent#';
const PDF_NS = 'http://ns.adobe.com/pdf/1.3/';

/** XMP properties, by namespace and never by prefix. */
const PROPERTY_ROWS: readonly PropertyRow[] = [
  property(TIFF_NS, 'make', 'make', 'XMP tiff:Make'),
  property(TIFF_NS, 'model', 'model', 'XMP tiff:Model'),
  property(TIFF_NS, 'software', 'tool', 'XMP tiff:Software'),
  property(TIFF_NS, 'imagedescription', 'description', 'XMP tiff:ImageDescription'),
  property(XMP_NS, 'creatortool', 'tool', 'XMP xmp:CreatorTool'),
  property(EXIF_NS, 'usercomment', 'comment', 'XMP exif:UserComment'),
  property(EXIF_EX_NS, 'lensmodel', 'lens', 'XMP exifEX:LensModel'),
  property(AUX_NS, 'lens', 'lens', 'XMP aux:Lens'),
  property(DC_NS, 'description', 'description', 'XMP dc:description'),
  property(DC_NS, 'creator', 'artist', 'XMP dc:creator'),
  property(PHOTOSHOP_NS, 'credit', 'credit', 'XMP photoshop:Credit'),
  property(IPTC_EXT_NS, 'digitalsourcetype', 'digital_source_type', 'XMP Iptc4xmpExt:DigitalSourceType'),
  property(IPTC_EXT_NS, 'aisystemused', 'ai_system', 'XMP Iptc4xmpExt:AISystemUsed'),
  property(IPTC_EXT_NS, 'aisystemversionused', 'ai_system_version', 'XMP Iptc4xmpExt:AISystemVersionUsed'),
  property(EVENT_NS, 'softwareagent', 'tool', 'XMP stEvt:softwareAgent'),
  property(PDF_NS, 'producer', 'tool', 'XMP pdf:Producer'),
];

const PROPERTIES = new Map(PROPERTY_ROWS.map((one) => [`${one.uri} ${one.local}`, one]));

/** Undefined when no rule looks at this property. */
export function findProperty(uri: string, local: string): Pick<PropertyRow, 'role' | 'name'> | undefined {
  return PROPERTIES.get(`${uri} ${local.toLowerCase()}`);
}

function row(container: FieldContainer, path: RegExp, key: RegExp, role: FieldRole, name: string): EntryRow {
  return { container, path, key, role, name };
}

function property(uri: string, local: string, role: FieldRole, name: string): PropertyRow {
  return { uri, local, role, name };
}
