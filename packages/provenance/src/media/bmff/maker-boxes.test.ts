import { be16, be32, concat, fromHex, seededRandom, u8, type Bytes, type Part } from '@revera/testkit';
import { box, buildMp4, fullBox } from '@revera/testkit/media';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../limits.ts';
import { damagedCopies } from '../../testing/damage.ts';
import { itemRows, readItems } from '../../testing/read-media.ts';
import { readBmff } from './metadata.ts';

const FTYP = box('ftyp', 'qt  ', be32(512), 'qt  ');
const LANGUAGE = 0x15c7;

function rows(...parts: Part[]): (string | null)[][] {
  return itemRows(readBmff, concat(FTYP, ...parts));
}

function userData(...boxes: Part[]): Bytes {
  return box('moov', box('udta', ...boxes));
}

/** A box whose type has the sign that UTF-8 writes with two bytes. */
function signBox(type: string, ...parts: Part[]): Bytes {
  const made = box('????', ...parts);
  made.set(Buffer.from(type, 'latin1'), 4);
  return made;
}

const TEXT_KEYS = ['manu', 'modl', '@mak', '@mod', '@swr', 'CNMN', 'cmnm'];

describe('boxes of makers', () => {
  it.each(TEXT_KEYS)('%s: the text alone, behind any header and up to its zero', (key) => {
    const expected = [['entry', 'moov/udta', key, 'A maker']];
    expect(rows(userData(box(key, 'A maker')))).toEqual(expected);
    expect(rows(userData(box(key, 'A maker\0\0junk')))).toEqual(expected);
    expect(rows(userData(box(key, be32(0), be16(LANGUAGE), 'A maker\0')))).toEqual(expected);
    expect(rows(userData(box(key, be16(7, LANGUAGE), 'A maker')))).toEqual(expected);
    expect(rows(userData(box(key)))).toEqual([['entry', 'moov/udta', key, '']]);
    expect(rows(userData(box(key, be32(0, 0))))).toEqual([['entry', 'moov/udta', key, '']]);
  });

  it('DJI writes its model without a header, others theirs with one', () => {
    const file = userData(
      signBox('\u00a9mdl', 'FC220\0\0\0'),
      signBox('\u00a9mak', be16(3, LANGUAGE), 'DJI'),
      signBox('\u00a9swr', be16(2, LANGUAGE), '1a'),
    );
    expect(rows(file)).toEqual([
      ['entry', 'moov/udta', '\u00a9mdl', 'FC220'],
      ['entry', 'moov/udta', '\u00a9mak', 'DJI'],
      ['entry', 'moov/udta', '\u00a9swr', '1a'],
    ]);
    expect(readItems(readBmff, concat(FTYP, file)).items.every(({ intact }) => intact)).toBe(true);
  });

  it('whose type names the maker: whole, of large ones the beginning', () => {
    const large = new Uint8Array(LIMITS.mediaOpaqueBytes + 1).fill(0x41);
    const names = ['TAGS', 'GPMF', 'PANA', 'LEIC', 'MVTG', 'CNTH'];
    expect(rows(userData(...names.map((name) => box(name, 'PENTAX DIGITAL CAMERA\0'))))).toEqual(
      names.map((name) => ['opaque', 'moov/udta', name, 'PENTAX DIGITAL CAMERA\0']),
    );
    const { items } = readItems(readBmff, concat(FTYP, userData(box('TAGS', large), box('else', large))));
    expect(items).toMatchObject([{ kind: 'opaque', key: 'TAGS', length: LIMITS.makerHeadBytes }]);
    expect(rows(userData(box('manu', large)))).toEqual([]);
    expect(rows(userData(...['FIRM', 'CAME', 'MUID'].map((name) => box(name, 'HD')))).map(([kind]) => kind)).toEqual([
      'opaque',
      'opaque',
      'opaque',
    ]);
  });

  it('GoPro names the camera inside its settings', () => {
    const value = (key: string, type: string, ...parts: Part[]): Bytes => {
      const data = concat(...parts);
      const rest = new Uint8Array((4 - (data.length % 4)) % 4);
      return concat(key, type, u8(1), be16(data.length), data, rest);
    };
    const settings = (...parts: Part[]): Bytes => userData(box('GPMF', ...parts));
    const model = value('MINF', 'c', 'HERO6 Black');
    const device = value('DEVC', '\0', value('DVID', 'L', 'GLOB'), value('DVNM', 'c', 'Global'), model);
    const found = (file: Bytes) => rows(file).filter(([kind]) => kind === 'entry');
    expect(found(settings(device))).toEqual([['entry', 'moov/udta/GPMF', 'MINF', 'HERO6 Black']]);
    expect(rows(settings(device))).toHaveLength(2);
    expect(found(settings(value('STRM', '\0', model), value('MINF', 'L', 'HERO')))).toEqual([]);
    expect(found(settings(concat('MINFc', u8(1), be16(400), 'HERO')))).toEqual([
      ['entry', 'moov/udta/GPMF', 'MINF', 'HERO'],
    ]);
    const large = new Uint8Array(LIMITS.mediaOpaqueBytes);
    expect(found(settings(new Uint8Array(8), device))).toEqual([]);
    expect(readItems(readBmff, concat(FTYP, settings(large, device)))).toMatchObject({ items: [{}], problems: [] });
    for (const copy of damagedCopies(concat(FTYP, settings(device)), seededRandom(2)))
      expect(readItems(readBmff, copy)).toBeDefined();
  });

  it('that Canon puts into padding are found, and padding is none', () => {
    const canon = box('skip', box('CNDB', u32s(3)), box('CNMN', 'Canon PowerShot\0'), box('else', 'x'), be32(0));
    expect(rows(canon, box('moov', canon), userData(canon))).toEqual(
      ['skip', 'moov/skip', 'moov/udta/skip'].flatMap((path) => [
        ['opaque', path, 'CNDB', '\0'.repeat(12)],
        ['entry', path, 'CNMN', 'Canon PowerShot'],
      ]),
    );
    for (const padding of [box('skip', new Uint8Array(100)), box('skip'), box('skip', box('else', 'x'))]) {
      expect(readItems(readBmff, concat(FTYP, padding))).toEqual({ items: [], problems: [] });
    }
    const broken = box('skip', box('CNMN', 'EOS'), be32(9000), 'CNFV');
    expect(readItems(readBmff, concat(FTYP, broken))).toMatchObject({ items: [{ key: 'CNMN' }, {}], problems: [] });
  });

  it('of Garmin are told by their extended type', () => {
    const garmin = box('uuid', 'VIRBactioncamera', '4.10');
    expect(rows(userData(garmin, box('uuid', 'VIRBactioncamerb', '4.10')))).toEqual([
      ['entry', 'moov/udta/uuid', 'VIRBactioncamera', '4.10'],
    ]);
    expect(rows(garmin)).toEqual([]);
  });

  it('throw nothing when they are damaged', () => {
    const canon = box('skip', box('CNMN', 'EOS'), box('CNFV', '1'));
    const texts = TEXT_KEYS.map((key) => box(key, be32(0), be16(LANGUAGE), 'text'));
    const file = concat(
      buildMp4(),
      canon,
      userData(...texts, canon, box('TAGS', 'x'), box('uuid', 'VIRBactioncamera')),
    );
    for (const copy of damagedCopies(file, seededRandom(9))) expect(readItems(readBmff, copy)).toBeDefined();
  });
});

describe("the device in Sony's XML", () => {
  const handler = (type: string): Bytes => fullBox('hdlr', 0, 0, be32(0), type, new Uint8Array(12), '\0');
  const xml =
    '<?xml version="1.0" encoding="UTF-8"?><NonRealTimeMeta xmlns="urn:schemas-professionalDisc:nonRealTimeMeta:ver.2.00">' +
    '<Other><Device modelName="no"/></Other><Device manufacturer="Sony" modelName="ILCE-7&#83;" serialNo="123"/></NonRealTimeMeta>';
  const meta = (text: Part, type = 'nrtm'): Bytes => fullBox('meta', 0, 0, handler(type), fullBox('xml ', 0, 0, text));

  it('comes out as manufacturer and model name, and nothing else of it', () => {
    for (const [path, file] of [
      ['meta', meta(xml)],
      ['moov/meta', box('moov', meta(concat(xml, '\0\0')))],
    ] as const) {
      expect(rows(file)).toEqual([
        ['entry', `${path}/xml/Device`, 'manufacturer', 'Sony'],
        ['entry', `${path}/xml/Device`, 'modelName', 'ILCE-7S'],
      ]);
    }
  });

  it.each([
    ['under another handler', meta(xml, 'meta')],
    ['in what is not well-formed', meta('<NonRealTimeMeta><Device manufacturer="Sony"')],
    ['with entities of its own', meta(`<!DOCTYPE x [<!ENTITY s "Sony">]>${xml}`)],
    ['in a document that is too large', meta(`${' '.repeat(LIMITS.mediaOpaqueBytes)}${xml}`)],
    ['in an empty box', meta('')],
  ])('%s it is nothing, and no damage of the film', (_, file) => {
    expect(readItems(readBmff, concat(FTYP, file))).toEqual({ items: [], problems: [] });
  });

  it('throws nothing when it is damaged', () => {
    const file = concat(FTYP, meta(xml), fromHex('00000008'), 'free');
    for (const copy of damagedCopies(file, seededRandom(4))) expect(readItems(readBmff, copy)).toBeDefined();
  });
});

function u32s(count: number): Bytes {
  return be32(...Array.from({ length: count }, () => 0));
}
