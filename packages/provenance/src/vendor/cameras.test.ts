import { describe, expect, it } from 'vitest';
import type { MetadataItem } from '../media/metadata-item.ts';
import { deviceEvidence } from './cameras.ts';
import { CAMERA_MAKERS } from './rules/camera-makers.ts';
import type { FieldContainer, FieldRole, TextField } from './text-field.ts';

function field(role: FieldRole, text: string, container: FieldContainer = 'exif'): TextField {
  return { role, container, key: role, name: `${container} ${role}`, location: 'IFD0', offset: 0, text };
}

function device(make: string | null, model: string | null, container?: FieldContainer): (string | null)[] | null {
  const fields = [
    ...(make === null ? [] : [field('make', make, container)]),
    ...(model === null ? [] : [field('model', model, container)]),
  ];
  const [found] = deviceEvidence(fields, []);
  return found === undefined ? null : [found.kind, found.vendor, found.model];
}

describe('deviceEvidence', () => {
  it.each<[string | null, string | null, string, string | null, string | null]>([
    ['NIKON CORPORATION', 'NIKON D70', 'captured', 'Nikon', 'D70'],
    ['Canon', 'Canon EOS 40D', 'captured', 'Canon', 'EOS 40D'],
    ['FLIR Systems AB', 'FLIR_i7', 'captured', 'FLIR', 'i7'],
    ['HMD Global', 'Nokia 8.3 5G', 'captured', 'Nokia', '8.3 5G'],
    ['Hewlett-Packard', 'HP PhotoSmart C945 (V01.60)', 'captured', 'HP', 'PhotoSmart C945 (V01.60)'],
    ['Samsung Techwin', '<Digimax i50 MP3, Samsung #1 MP3>', 'captured', 'Samsung', 'Digimax i50 MP3, Samsung #1 MP3'],
    ['OLYMPUS OPTICAL CO.,LTD', 'E-1', 'captured', 'Olympus', 'E-1'],
    ['Flux Cameras', 'Imagen 1', 'captured', 'Flux Cameras', 'Imagen 1'],
    ['Canon', null, 'captured', 'Canon', null],
    ['  Canon \0', ' EOS  R5 ', 'captured', 'Canon', 'EOS R5'],
    [null, 'Canon EOS 5D', 'captured', 'Canon', 'EOS 5D'],
    ['Polyphony Digital Inc.', 'Gran Turismo 5', 'software', 'Polyphony Digital', 'Gran Turismo 5'],
    ['Apple', 'Mac15,9', 'software', 'Apple', null],
    ['Apple', 'iPhone 15 Pro', 'captured', 'Apple', 'iPhone 15 Pro'],
  ])('%j and %j: %s %s %s', (make, model, kind, vendor, name) => {
    const cut = make?.replaceAll('\0', '') ?? null;
    expect(device(cut, model)).toEqual([kind, vendor, name]);
  });

  it.each<[string, string | null, string | null]>([
    ['a workflow in the maker', 'Prompt: {"1": {}}', 'x'],
    ['a workflow in the model', 'Canon', 'prompt:{"1":{}}'],
    ['braces', '{"a": 1}', null],
    ['control characters', 'Can\u0001on\u001b[31m', '<script>'],
    ['5,000 characters', 'x'.repeat(5_000), null],
    ['a generator', 'Black Forest Labs', 'flux-dev'],
    ['a generator of Apple', 'Apple Image Playground', null],
    ['a model of an unknown maker', null, 'Imagen 1'],
    ['nothing', '  ', ' '],
  ])('takes %s for no camera', (_what, make, model) => {
    expect(device(make, model)).toBeNull();
  });

  it('believes EXIF before what was copied into XMP', () => {
    const fields = [field('make', 'Sony', 'xmp'), field('make', 'Canon', 'exif')];
    expect(deviceEvidence(fields, []).map(({ vendor }) => vendor)).toEqual(['Canon']);
  });

  it.each([
    ['CanonMVI01', 'Canon', null],
    ['PENTAX K-x', 'Pentax', 'K-x'],
    ['ZOOM Handy Recorder H4n', 'Zoom', 'Handy Recorder H4n'],
  ])('reads the recorder %j from a field for tools', (text, vendor, model) => {
    expect(deviceEvidence([field('tool', text, 'riff')], [])).toMatchObject([{ kind: 'captured', vendor, model }]);
    expect(deviceEvidence([field('tool', text, 'exif')], [])).toEqual([]);
  });

  it('knows makers by the boxes that only they write', () => {
    const box = (path: string, key: string, text = ''): MetadataItem => ({
      kind: 'opaque',
      path,
      key,
      offset: 8,
      length: text.length,
      bytes: Buffer.from(text),
      encoding: null,
      fields: null,
      intact: true,
    });
    const vendorOf = (item: MetadataItem): string | null | undefined => deviceEvidence([], [item])[0]?.vendor;
    expect(vendorOf(box('moov/udta', 'GPMF'))).toBe('GoPro');
    expect(vendorOf(box('moov/udta', 'TAGS', 'PENTAX DIGITAL CAMERA\0'))).toBe('Pentax');
    expect(vendorOf(box('moov/udta', 'TAGS', 'SOMETHING ELSE'))).toBeUndefined();
    expect(vendorOf(box('moov', 'GPMF'))).toBeUndefined();
    expect(vendorOf(box('trailer', 'Insta360'))).toBe('Insta360');
    expect(vendorOf(box('moov/udta/uuid', 'VIRBactioncamera'))).toBe('Garmin');
    const gopro = [box('moov/udta', 'GPMF'), box('moov/udta/GPMF', 'MINF', 'HERO6 Black\0')];
    expect(deviceEvidence([], gopro)).toMatchObject([{ vendor: 'GoPro', model: 'HERO6 Black' }]);
    expect(deviceEvidence([], gopro.slice(0, 1))).toMatchObject([{ vendor: 'GoPro', model: null }]);
  });
});

describe('notes of makers', () => {
  const note = (text: string): MetadataItem => ({
    kind: 'opaque',
    path: 'APP1/Exif/Exif',
    key: 'MakerNote',
    offset: 8,
    length: text.length,
    bytes: Buffer.from(text, 'latin1'),
    encoding: null,
    fields: null,
    intact: true,
  });

  it('name the maker where the field for it is gone', () => {
    expect(deviceEvidence([], [note('Nikon\0\u0002')])).toMatchObject([
      { kind: 'captured', vendor: 'Nikon', model: null, field: 'EXIF MakerNote' },
    ]);
    expect(deviceEvidence([field('make', 'Canon')], [note('Nikon\0')])).toMatchObject([{ vendor: 'Canon' }]);
  });

  it.each(['', 'Nikon', 'a Nikon\0', '\0\0\0\0', '{"a":1}'])('%j names nobody', (text) => {
    expect(deviceEvidence([], [note(text)])).toEqual([]);
  });
});

describe('the table of makers', () => {
  it('gives each word to one vendor, in lower case', () => {
    const words = CAMERA_MAKERS.flatMap(({ makes }) => makes);
    expect(new Set(words).size).toBe(words.length);
    expect(words).toEqual(words.map((word) => word.toLowerCase()));
  });
});
