import { execFile } from 'node:child_process';
import type { MetadataFindings, MetadataItem } from '../media/metadata-item.ts';

/** Tags of one file by group and name, as ExifTool prints them with `-G1 -struct -n`. */
export type ExifToolTags = Readonly<Record<string, unknown>>;

/** How the caller makes packets: of properties by their usual names, and of a label. */
export interface PacketBuilder {
  properties(values: Readonly<Record<string, string>>): Uint8Array;
  label(text: string): Uint8Array;
}

interface TagRow {
  tag: RegExp;
  /** Where our own readers would find it; `$1` is the first group of `tag`. */
  path: string;
  key: string;
  kind?: 'comment' | 'opaque';
}

const PROGRAM = 'exiftool';
/** It takes ten seconds for the real files on an idle machine. */
const TIMEOUT_MS = 180_000;
const OUTPUT_BYTES = 64 * 1024 * 1024;

/** Fields that rules look at, by ExifTool's names for them. The first row that fits counts. */
const TAGS: readonly TagRow[] = [
  row(/^IFD0:(Make|Model|Software|ProcessingSoftware|Artist|ImageDescription|UserComment)$/, 'IFD0', '$1'),
  row(/^ExifIFD:(UserComment|LensModel)$/, 'Exif', '$1'),
  row(/^PNG:Exif(Make|Model|Software)$/, 'tEXt', 'exif:$1'),
  row(/^PNG:(.+)$/, 'tEXt', '$1'),
  row(/^Keys:(Make|Model|Software)$/, 'moov/meta/ilst', 'com.apple.quicktime.$1'),
  row(/^Keys:Android(Manufacturer|Model|Version)$/, 'moov/meta/ilst', 'com.android.$1'),
  row(/^Keys:(AIGC)$/, 'moov/meta/ilst', '$1'),
  row(/^Keys:(Comment|Videoai)$/, 'moov/meta/ilst', '$1'),
  row(/^ItemList:Encoder$/, 'moov/udta/meta/ilst(mdir)', '©too'),
  row(/^ItemList:Comment$/, 'moov/udta/meta/ilst(mdir)', '©cmt'),
  row(/^UserData:Make$/, 'moov/udta', '©mak'),
  row(/^UserData:Model$/, 'moov/udta', '©mod'),
  row(/^UserData:GarminSoftware$/, 'moov/udta/uuid', 'VIRBactioncamera'),
  { tag: /^Pentax:Make$/, path: 'moov/udta', key: 'TAGS', kind: 'opaque' },
  row(/^RIFF:Software$/, 'LIST/INFO', 'ISFT'),
  row(/^RIFF:Comment$/, 'LIST/INFO', 'ICMT'),
  row(/^RIFF:Make$/, 'LIST/exif', 'ecor'),
  row(/^RIFF:Model$/, 'LIST/exif', 'emdl'),
  row(/^RIFF:Originator$/, 'bext', 'Originator'),
  row(/^ID3v2_\d:EncoderSettings$/, 'ID3v2', 'TSSE'),
  row(/^ID3v2_\d:Comment$/, 'ID3v2', 'COMM'),
  row(/^Matroska:(MuxingApp|WritingApp)$/, 'Segment/Info', '$1'),
  row(/^Vorbis:(Encoder|Comment)$/, 'VORBIS_COMMENT', '$1'),
  row(/^CanonRaw:(Make|Model)$/, 'CIFF', '$1'),
  row(/^PDF:(Producer|Creator)$/, 'Info', '$1'),
  row(/^IPTC:Credit$/, 'APP13/IPTC', '2:110'),
  { tag: /^File:Comment$/, path: 'COM', key: '', kind: 'comment' },
];

/** Names that ExifTool spells with a capital and their owners do not. */
const LOWER_CASE = /^(?:com\.apple\.quicktime\.|com\.android\.)|^(?:Comment|Videoai)$/;

const PROPERTIES: Readonly<Record<string, string>> = {
  'XMP-xmp:CreatorTool': 'xmp:CreatorTool',
  'XMP-photoshop:Credit': 'photoshop:Credit',
  'XMP-iptcExt:DigitalSourceType': 'Iptc4xmpExt:DigitalSourceType',
  'XMP-iptcExt:AISystemUsed': 'Iptc4xmpExt:AISystemUsed',
  'XMP-iptcExt:AISystemVersionUsed': 'Iptc4xmpExt:AISystemVersionUsed',
  'XMP-tiff:Make': 'tiff:Make',
  'XMP-tiff:Model': 'tiff:Model',
  'XMP-tiff:Software': 'tiff:Software',
  'XMP-dc:Description': 'dc:description',
  'XMP-exif:UserComment': 'exif:UserComment',
  'XMP-pdf:Producer': 'pdf:Producer',
};

/** All that ExifTool reads below these folders, in one run: by path. */
export async function readWithExifTool(folders: readonly string[]): Promise<Map<string, ExifToolTags>> {
  const all: unknown = JSON.parse(await run(['-json', '-r', '-G1', '-struct', '-n', ...folders]));
  if (!Array.isArray(all)) throw new TypeError('exiftool gave no list');
  return new Map(
    all.map((tags: unknown) => {
      if (!isRecord(tags) || typeof tags['SourceFile'] !== 'string') throw new TypeError('exiftool gave no tags');
      return [tags['SourceFile'], tags];
    }),
  );
}

/** ExifTool's values as our readers would hand them to the rules: only who found them differs. */
export function findingsOf(tags: ExifToolTags, builder: PacketBuilder): MetadataFindings {
  // A packet with all plain properties; those of one tag may look at another's.
  const properties = Object.entries(PROPERTIES).flatMap(([tag, name]) => {
    const value = textOf(tags[tag]);
    return value === null ? [] : [[name, value] as const];
  });
  const entries = Object.entries(tags);
  return {
    items: [
      ...entries.flatMap(([tag, value]) => entryOf(tag, value)),
      ...(properties.length === 0 ? [] : [packet(builder.properties(Object.fromEntries(properties)))]),
      ...entries.flatMap(([tag, value]) => packetsOf(tag, value, builder)),
    ],
    problems: [],
  };
}

/** ExifTool ends with 1 when it could not read some of the files, which it says in their tags. */
function run(args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(PROGRAM, args, { timeout: TIMEOUT_MS, maxBuffer: OUTPUT_BYTES }, (error, stdout) => {
      if (error !== null && error.code !== 1) reject(new Error('exiftool failed', { cause: error }));
      else resolve(stdout);
    });
  });
}

function entryOf(tag: string, value: unknown): MetadataItem[] {
  if (tag === 'XML:Device' && isRecord(value)) {
    return [
      item('meta/xml/Device', 'manufacturer', value['Manufacturer']),
      item('meta/xml/Device', 'modelName', value['ModelName']),
    ].flat();
  }
  const found = TAGS.find((one) => one.tag.test(tag));
  if (found === undefined) return [];
  const key = tag.replace(found.tag, found.key);
  return item(found.path, LOWER_CASE.test(key) ? key.toLowerCase() : key, value, found.kind ?? 'entry');
}

/** A label, and the history of edits: each event is one packet, as our builder makes them. */
function packetsOf(tag: string, value: unknown, builder: PacketBuilder): MetadataItem[] {
  if (tag === 'XMP-TC260:Aigc' && typeof value === 'string') return [packet(builder.label(value))];
  if (tag !== 'XMP-xmpMM:History' || !Array.isArray(value)) return [];
  return value.flatMap((event: unknown) => {
    const agent = isRecord(event) ? textOf(event['SoftwareAgent']) : null;
    return agent === null ? [] : [packet(builder.properties({ 'stEvt:softwareAgent': agent }))];
  });
}

function packet(bytes: Uint8Array): MetadataItem {
  return { ...blank, kind: 'xmp', path: 'exiftool', key: null, length: bytes.length, bytes };
}

const blank = { offset: 0, encoding: null, fields: null, intact: true } as const;

function item(path: string, key: string, value: unknown, kind: MetadataItem['kind'] = 'entry'): MetadataItem[] {
  const text = textOf(value);
  if (text === null) return [];
  const bytes = new TextEncoder().encode(text);
  return [{ ...blank, kind, path, key: key === '' ? null : key, length: bytes.length, bytes, encoding: 'utf-8' }];
}

/** Numbers stand for texts of digits. */
function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function row(tag: RegExp, path: string, key: string): TagRow {
  return { tag, path, key };
}
