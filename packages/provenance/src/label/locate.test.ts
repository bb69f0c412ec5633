import { seededRandom } from '@revera/testkit';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import type { MetadataItem } from '../media/metadata-item.ts';
import { LABEL_KEYS, type LabelCarrier, type LabelPlacement } from './facts.ts';
import { locateLabels, type LocatedLabels } from './locate.ts';

const VALUES = ['1', '001191110102MACQD9K64010000', 'cc75f5e99aae', 'r1', 'p', 'pid', 'r2'];
const FIELDS = Object.fromEntries(LABEL_KEYS.map((key, index) => [key, VALUES[index]]));
const LABEL = JSON.stringify(FIELDS);
const WRAPPED = `{"AIGC":${LABEL}}`;
const TC260 = 'http://www.tc260.org.cn/ns/AIGC/1.0/';
const DC = 'http://purl.org/dc/elements/1.1/';
const TENCENT_CLOUD = '{"AIGC":{"ServiceProvider":"腾讯云","ServiceUser":"u","Time":"t","ContentId":"c"}}';

function item(kind: MetadataItem['kind'], path: string, key: string | null, text: string): MetadataItem {
  const bytes = new TextEncoder().encode(text);
  return { kind, path, key, offset: 100, length: bytes.length, bytes, encoding: null, fields: null, intact: true };
}

function entry(path: string, key: string | null, text = LABEL): MetadataItem {
  return item('entry', path, key, text);
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function xmp(inside: string, attributes = '', path = 'APP1'): MetadataItem {
  const names = `xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:TC260="${TC260}" xmlns:dc="${DC}" xmlns:o="http://ns.adobe.com/AIGC/1.0/"`;
  const node = `<rdf:Description rdf:about="" ${attributes}>${inside}</rdf:Description>`;
  return item('xmp', path, null, `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ${names}>${node}</rdf:RDF></x:xmpmeta>`);
}

function locate(found: MetadataItem | MetadataItem[], mediaType = 'image/jpeg'): LocatedLabels {
  return locateLabels(Array.isArray(found) ? found : [found], mediaType);
}

const NOTHING = { sites: [], lookAlikes: [], problems: [] };
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Media type, item, carrier, placement, deviations. */
const PLACES: [string, MetadataItem, LabelCarrier, LabelPlacement, string[]?][] = [
  ['image/jpeg', xmp(`<TC260:AIGC>${escape(LABEL)}</TC260:AIGC>`), 'xmp', 'standard'],
  ['video/mp4', xmp(`<TC260:AIGC>${escape(LABEL)}</TC260:AIGC>`, '', 'uuid/XMP'), 'xmp', 'other'],
  ['application/pdf', xmp(`<TC260:AIGC>${escape(LABEL)}</TC260:AIGC>`, '', 'Metadata'), 'xmp', 'other'],
  ['image/jpeg', entry('APP1/Exif/Exif', 'UserComment', WRAPPED), 'exif_user_comment', 'annex'],
  ['image/webp', entry('EXIF/Exif', 'UserComment', WRAPPED), 'exif_user_comment', 'annex'],
  ['image/png', entry('eXIf/Exif', 'UserComment', WRAPPED), 'exif_user_comment', 'other'],
  ['image/tiff', entry('Exif', 'UserComment', WRAPPED), 'exif_user_comment', 'other'],
  ['image/jpeg', entry('APP1/Exif/IFD0', 'ImageDescription'), 'exif_image_description', 'other'],
  ['image/jpeg', item('opaque', 'APP11', null, `AIGC${LABEL}`), 'jpeg_app_segment', 'other', ['bare-prefix']],
  ['image/jpeg', item('opaque', 'APP9', null, `AIGC${LABEL}`), 'jpeg_app_segment', 'other', ['bare-prefix']],
  ['image/jpeg', item('comment', 'COM', null, LABEL), 'jpeg_comment', 'other'],
  ['image/png', entry('tEXt', 'AIGC'), 'png_text', 'annex'],
  ['image/png', entry('tEXt', 'aigc'), 'png_text', 'annex', ['name-spelling:aigc']],
  ['image/png', entry('tEXt', 'Description'), 'png_text', 'other'],
  ['image/png', entry('zTXt', 'AIGC'), 'png_text', 'other'],
  ['image/png', entry('iTXt', 'AIGC'), 'png_text', 'other'],
  ['image/gif', item('comment', 'Comment Extension', null, LABEL), 'gif_comment', 'other'],
  ['video/mp4', entry('moov/udta/meta/ilst', 'AIGC'), 'quicktime_keys', 'standard'],
  ['audio/mp4', entry('moov/udta/meta/ilst', 'com.x.AIGC'), 'quicktime_keys', 'standard', ['name-spelling:com.x.AIGC']],
  ['video/quicktime', entry('moov/meta/ilst', 'AIGC'), 'quicktime_keys', 'other'],
  ['video/quicktime', entry('moov/udta/meta/ilst', 'com.apple.quicktime.comment'), 'quicktime_keys', 'other'],
  ['video/mp4', entry('moov/udta/meta/ilst(mdir)', '©cmt'), 'itunes_item', 'other'],
  ['video/mp4', entry('moov/udta/meta/ilst(mdir)/#2', null), 'itunes_item', 'other'],
  ['video/mp4', entry('moov/udta/meta/ilst(mdir)/----', 'AIGC'), 'itunes_freeform', 'other'],
  ['video/mp4', entry('moov/udta', 'AIGC'), 'quicktime_user_data', 'other'],
  ['video/mp4', item('opaque', 'moov/udta', 'abcd', LABEL), 'quicktime_user_data', 'other'],
  ['video/x-matroska', entry('Segment/Tags/Tag/SimpleTag', 'AIGC'), 'matroska_tag', 'standard'],
  ['video/webm', entry('Segment/Tags/Tag/SimpleTag/SimpleTag', 'aigc'), 'matroska_tag', 'standard'],
  ['video/webm', entry('Segment/Attachments/AttachedFile', 'AIGC.json'), 'matroska_attachment', 'other'],
  ['video/x-flv', entry('script/onMetaData', 'AIGC'), 'flv_metadata', 'standard'],
  ['video/x-flv', entry('script/onMetaData/object', 'AIGC'), 'flv_metadata', 'other'],
  ['video/x-msvideo', entry('LIST/INFO', 'AIGC'), 'riff_info', 'standard'],
  ['audio/wav', entry('LIST/INFO', 'AIGC'), 'riff_info', 'other'],
  ['audio/wav', entry('AIGC', 'AIGC'), 'riff_chunk', 'standard'],
  ['audio/wav', entry('id3/TXXX', 'AIGC'), 'id3_text', 'other'],
  ['audio/mpeg', entry('ID3v2/TXXX', 'AIGC'), 'id3_text', 'standard'],
  ['audio/mpeg', entry('ID3v2', 'TIT2'), 'id3_text', 'other'],
  ['audio/aac', entry('ID3v2/TXXX', 'AIGC'), 'id3_text', 'other'],
  ['audio/mpeg', entry('ID3v2/COMM', ''), 'id3_comment', 'other'],
  ['audio/mpeg', entry('APE', 'Aigc'), 'ape_tag', 'other'],
  ['audio/flac', entry('VORBIS_COMMENT', 'aigc'), 'vorbis_comment', 'standard'],
  ['audio/ogg', entry('Ogg/opus', 'AIGC'), 'vorbis_comment', 'standard'],
  ['application/pdf', entry('Info', 'AIGC'), 'pdf_info', 'standard'],
  [DOCX, entry('docProps/custom.xml', 'AIGC'), 'ooxml_custom_property', 'standard'],
  [DOCX, entry('docProps/app.xml', 'AIGC'), 'ooxml_app_property', 'other'],
  ['application/vnd.oasis.opendocument.text', entry('meta.xml', 'AIGC'), 'odf_user_defined', 'other'],
  ['application/epub+zip', entry('OPF/meta', 'AIGC'), 'epub_meta', 'other'],
  ['text/html', entry('html/meta', 'aigc'), 'html_meta', 'other'],
  ['text/html', item('comment', 'html/comment', null, ` AIGC: ${LABEL} `), 'html_comment', 'other', ['bare-prefix']],
  ['text/markdown', item('front_matter', 'front-matter', null, `AIGC: ${LABEL}`), 'front_matter', 'standard'],
  ['text/markdown', item('front_matter', 'front-matter(inner)', null, `AIGC: ${LABEL}`), 'front_matter', 'other'],
  ['text/plain', entry('text/zero-width', null), 'zero_width_text', 'other'],
];

describe('the table of carriers', () => {
  it.each(PLACES)('finds a label in %s', (mediaType, found, carrier, placement, deviations = []) => {
    const { sites, lookAlikes, problems } = locate(found, mediaType);
    expect(sites).toHaveLength(1);
    expect(sites[0]).toMatchObject({ carrier, placement, deviations, location: found.path, offset: 100 });
    expect(sites[0]).toMatchObject({ length: found.length, state: 'decoded', fields: FIELDS, intact: true });
    expect({ lookAlikes, problems }).toEqual({ lookAlikes: [], problems: [] });
  });

  it.each(PLACES)('takes no other text in %s for one', (mediaType, found) => {
    for (const text of ['AIGC art contest winner 2025', 'shot in Beijing', '{"unrelated":"v"}', '"', '{']) {
      const bytes = new TextEncoder().encode(text);
      if (found.kind !== 'xmp') expect(locate({ ...found, bytes }, mediaType)).toEqual(NOTHING);
    }
  });

  it.each(PLACES)('reads UTF-16 in %s', (mediaType, found) => {
    if (found.kind !== 'entry') return;
    const bytes = Buffer.from(new TextDecoder().decode(found.bytes), 'utf16le');
    const [site] = locate({ ...found, bytes, encoding: 'utf-16le' }, mediaType).sites;
    expect(site?.fields).toEqual(FIELDS);
  });

  it('says which form a place asks for', () => {
    const form = (found: MetadataItem): unknown => locate(found).sites[0]?.expectedForm;
    expect(form(xmp(`<TC260:AIGC>${escape(LABEL)}</TC260:AIGC>`))).toBe('bare');
    expect(form(entry('APP1/Exif/Exif', 'UserComment'))).toBe('wrapped');
    expect(form(entry('tEXt', 'AIGC'))).toBe('wrapped');
    expect(form(entry('tEXt', 'Comment'))).toBe('either');
  });

  it('passes over what no row names', () => {
    expect(
      locate([entry('elsewhere', 'AIGC'), item('exif', 'APP1/Exif', null, LABEL), item('opaque', 'caBX', null, LABEL)]),
    ).toEqual(NOTHING);
  });
});

describe('labels in XMP', () => {
  const value = escape(LABEL);

  it.each([
    ['an element', xmp(`<TC260:AIGC>${value}</TC260:AIGC>`)],
    ['raw quotes', xmp(`<TC260:AIGC>${LABEL}</TC260:AIGC>`)],
    ['CDATA', xmp(`<TC260:AIGC><![CDATA[${LABEL}]]></TC260:AIGC>`)],
    ['an attribute', xmp('', `TC260:AIGC="${value}"`)],
    ['a list', xmp(`<TC260:AIGC><rdf:Seq><rdf:li>${value}</rdf:li></rdf:Seq></TC260:AIGC>`)],
    ['rdf:value', xmp(`<TC260:AIGC rdf:parseType="Resource"><rdf:value>${value}</rdf:value></TC260:AIGC>`)],
  ])('are read from %s', (_name, packet) => {
    const { sites, problems } = locate(packet);
    expect(problems).toEqual([]);
    expect(sites).toHaveLength(1);
    expect(sites[0]).toMatchObject({ form: 'bare', fields: FIELDS, isNamespaced: true, deviations: [], raw: LABEL });
    expect(sites[0]?.xmpName).toEqual({ uri: TC260, prefix: 'TC260', local: 'AIGC' });
  });

  it('are known by the namespace, whatever its prefix', () => {
    const { sites } = locate(xmp(`<t:AIGC xmlns:t="${TC260}">${value}</t:AIGC>`));
    expect(sites[0]).toMatchObject({ isNamespaced: true, xmpName: { prefix: 't' }, deviations: [] });
  });

  it('are read in other namespaces when they are labels', () => {
    const { sites } = locate(xmp(`<o:AIGC>${value}</o:AIGC><o:aigc>art</o:aigc><o:AIGC/><o:Aigc>${value}</o:Aigc>`));
    expect(sites).toHaveLength(2);
    expect(sites[0]).toMatchObject({ isNamespaced: false, deviations: ['namespace-nonstandard'], fields: FIELDS });
    expect(sites[1]?.deviations).toEqual(['namespace-nonstandard', 'name-spelling:Aigc']);
  });

  it.each([
    ['{}', 'decoded'],
    ['{&quot;x&quot;:1}', 'decoded'],
    ['1', 'undecodable'],
    [value.slice(0, 60), 'undecodable'],
    ['', 'empty'],
    [' \n', 'empty'],
  ])('in the namespace are found with the value %j', (text, state) => {
    expect(locate(xmp(`<TC260:AIGC>${text}</TC260:AIGC>`)).sites).toMatchObject([{ state, isNamespaced: true }]);
  });

  it('are all found, when one packet holds several', () => {
    const { sites } = locate(
      xmp(`<TC260:AIGC>${value}</TC260:AIGC><o:AIGC>${value}</o:AIGC>`, `TC260:AIGC="${value}"`),
    );
    expect(sites).toHaveLength(3);
  });

  it('are read from elements named AIGC in an SVG document, and not from its attributes', () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" AIGC="${value}"><metadata><AIGC>${value}</AIGC></metadata></svg>`;
    const { sites } = locate(item('xmp', 'svg', null, svg), 'image/svg+xml');
    expect(sites).toHaveLength(1);
    expect(sites[0]).toMatchObject({ carrier: 'xmp', fields: FIELDS, isNamespaced: false });
  });

  it('are read from seven attributes', () => {
    const attributes = LABEL_KEYS.map((key, index) => `dc:${key}="${VALUES[index] ?? ''}"`).join(' ');
    const { sites } = locate(xmp('', attributes, 'svg'), 'image/svg+xml');
    expect(sites).toHaveLength(1);
    expect(sites[0]).toMatchObject({ carrier: 'svg_attributes', placement: 'other', form: 'fields', fields: FIELDS });
    expect(sites[0]).toMatchObject({ raw: '', xmpName: { uri: DC, prefix: 'dc', local: 'Label' } });
    expect(locate(xmp('', attributes)).sites).toMatchObject([{ carrier: 'xmp', form: 'fields' }]);
  });

  it('are read from a structure', () => {
    const members = LABEL_KEYS.map((key, index) => `<TC260:${key}>${VALUES[index] ?? ''}</TC260:${key}>`).join('');
    const { sites } = locate(xmp(`<TC260:AIGC rdf:parseType="Resource">${members}</TC260:AIGC>`));
    expect(sites).toMatchObject([
      { carrier: 'xmp', form: 'fields', fields: FIELDS, isNamespaced: true, deviations: [] },
    ]);
  });

  it.each([
    ['a colour', '', 'dc:Label="Red" dc:ProductID="x"'],
    ['a producer alone', '', 'dc:ContentProducer="x"'],
    ['members of another structure', '<o:x dc:Label="1" dc:ProduceID="x" dc:ContentProducer="y"/>', ''],
  ])('are not made of %s', (_name, inside, attributes) => {
    expect(locate(xmp(inside, attributes))).toEqual(NOTHING);
  });

  it('are kept when the packet fails behind them', () => {
    const packet = xmp(`<TC260:AIGC>${value}</TC260:AIGC><o:other>text</o:other>`);
    const text = new TextDecoder().decode(packet.bytes);
    const cut = packet.bytes.subarray(0, text.indexOf('text'));
    const { sites, problems } = locate({ ...packet, bytes: cut });
    expect(sites).toMatchObject([{ fields: FIELDS, intact: false }]);
    expect(problems).toEqual([{ kind: 'damaged', what: 'XMP: not well-formed XML', offset: 100 }]);
  });

  it('are not looked for in declarations, which are refused', () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "${'a'.repeat(100)}">]><x>&a;</x>`;
    expect(locate(item('xmp', 'APP1', null, bomb))).toMatchObject({ sites: [], problems: [{ kind: 'damaged' }] });
  });

  it('are not looked for in packets that cannot hold one, be they damaged or not', () => {
    expect(locate(item('xmp', 'APP1', null, '<x:xmpmeta><broken'))).toEqual(NOTHING);
  });
});

describe('values that are no JSON text', () => {
  const fields = LABEL_KEYS.map((name, index) => ({ name, text: VALUES[index] ?? '', isText: name !== 'Label' }));
  const dictionary = { ...item('fields', 'Info', 'AIGC', ''), fields };

  it('are read from a dictionary', () => {
    const { sites } = locate(dictionary, 'application/pdf');
    expect(sites).toMatchObject([
      {
        carrier: 'pdf_info_dictionary',
        placement: 'other',
        form: 'fields',
        fields: FIELDS,
        deviations: ['non-string:Label'],
      },
    ]);
  });

  it('have to be named, and to be a label', () => {
    expect(locate({ ...dictionary, key: 'Other' }, 'application/pdf')).toEqual(NOTHING);
    expect(locate({ ...dictionary, fields: [{ name: 'x', text: 'y', isText: true }] }, 'application/pdf')).toEqual(
      NOTHING,
    );
    expect(locate({ ...dictionary, fields: [] }, 'application/pdf').sites).toMatchObject([{ state: 'empty' }]);
  });

  it('leave a shell where a label was named', () => {
    expect(locate(entry('tEXt', 'AIGC', '\0\0')).sites).toMatchObject([{ state: 'empty', raw: '', form: null }]);
    expect(locate(item('front_matter', 'front-matter', null, 'AIGC:\n')).sites).toMatchObject([{ state: 'empty' }]);
    expect(locate([entry('tEXt', 'Comment', ''), item('comment', 'COM', null, ' ')])).toEqual(NOTHING);
  });
});

describe('what cannot be read', () => {
  it('is a site when a label was meant', () => {
    const { sites } = locate(entry('tEXt', 'AIGC', LABEL.slice(0, 80)));
    expect(sites).toMatchObject([{ state: 'undecodable', raw: LABEL.slice(0, 80), fields: { Label: null } }]);
  });

  it('is a problem when it is too large', () => {
    const large = `${LABEL.slice(0, -1)}${' '.repeat(LIMITS.labelBytes)}}`;
    expect(locate(entry('tEXt', 'AIGC', large))).toMatchObject({
      sites: [{ state: 'undecodable' }],
      problems: [{ kind: 'limit' }],
    });
    expect(locate(entry('tEXt', 'AIGC', 'x'.repeat(LIMITS.labelBytes + 1)))).toMatchObject({
      sites: [],
      problems: [{ kind: 'limit' }],
    });
    expect(locate(entry('tEXt', 'Comment', 'x'.repeat(LIMITS.labelBytes + 1)))).toEqual(NOTHING);
  });

  it('is a problem when its container is damaged', () => {
    const cut = { ...entry('tEXt', 'AIGC', '{"La'), intact: false };
    expect(locate(cut)).toMatchObject({ sites: [], problems: [{ kind: 'damaged', offset: 100 }] });
    expect(locate({ ...entry('tEXt', 'AIGC'), intact: false })).toMatchObject({
      sites: [{ intact: false }],
      problems: [],
    });
  });

  it('is a problem when there is too much of it', () => {
    const many = Array.from({ length: LIMITS.labelSites + 1 }, () => entry('tEXt', 'AIGC'));
    expect(locate(many.slice(1)).problems).toEqual([]);
    expect(locate(many).sites).toHaveLength(LIMITS.labelSites);
    expect(locate(many).problems).toMatchObject([{ kind: 'limit' }]);
    const packet = xmp(`<TC260:AIGC>{}</TC260:AIGC>`.repeat(LIMITS.labelSites + 1));
    expect(locate(packet)).toMatchObject({ problems: [{ kind: 'limit' }] });
    const block = item('front_matter', 'front-matter(inner)', null, `AIGC: ${LABEL}`);
    const blocks = locate(Array.from({ length: LIMITS.labelYamlBlocks + 1 }, () => block));
    expect(blocks.sites).toHaveLength(LIMITS.labelYamlBlocks);
    expect(blocks.problems).toMatchObject([{ kind: 'limit' }]);
  });

  it('never throws, whatever the bytes', () => {
    const random = seededRandom(3);
    for (const [mediaType, found] of PLACES) {
      for (let round = 0; round < 40; round += 1) {
        const bytes = found.bytes.slice(0, round % 2 === 0 ? found.bytes.length : random.below(found.bytes.length));
        if (bytes.length > 0) bytes[random.below(bytes.length)] = random.below(256);
        expect(locate({ ...found, bytes }, mediaType).sites.length).toBeLessThan(2);
      }
    }
  });
});

describe('records that are no label', () => {
  const bytedance = (json: string): unknown => locate(entry('APP1/Exif/Exif', 'UserComment', json));

  it('of Tencent Cloud are named', () => {
    expect(locate(entry('APP1/Exif/IFD0', 'ImageDescription', TENCENT_CLOUD))).toEqual({
      ...NOTHING,
      lookAlikes: [{ schema: 'tencent_cloud', location: 'APP1/Exif/IFD0', offset: 100, asserts_ai: true }],
    });
  });

  it.each([
    ['{"data":{"product":"aweme","aigc_info":{"aigc_type":1}}}', true],
    ['{"data":{"product":"doubao","exportType":"generation","aigc_info":{"aigc_type":0}}}', false],
    ['{"data":{"product":"dreamina","exportType":"generation","aigc_info":{}}}', true],
    ['{"aigc_info":{"source_info":"dreamina"},"trace_info":{}}', false],
    ['{"aigc_info":{"source_info":"dreamina"},"data":{"exportType":"generation"}}', true],
    ['{"aigc_label_type":1}', true],
    ['{"aigc_label_type":"2"}', true],
    ['{"aigc_label_type":0}', false],
    ['{"x":"{\\"aigc_label_type\\":2}"}', true],
  ])('of ByteDance are named: %s', (json, assertsAi) => {
    expect(bytedance(json)).toMatchObject({ sites: [], lookAlikes: [{ schema: 'bytedance', asserts_ai: assertsAi }] });
  });

  it('are known by their key', () => {
    const found = entry('moov/udta/meta/ilst', 'aigc_info', '{"aigc_label_type":1}');
    expect(locate(found, 'video/mp4').lookAlikes).toMatchObject([{ asserts_ai: true }]);
  });

  it.each([
    'ServiceProvider',
    '{"ServiceProvider":"x"}',
    '{"AIGC":[{"ServiceProvider":"x"}]}',
    '{"text":"aigc_info"}',
    '["aigc_info"]',
    '{"aigc_info":',
    '{"aigc_info":'.repeat(20_000),
    '{"__proto__":{"y":1},"text":"aigc_type"}',
  ])('are not made of %s', (text) => {
    expect(bytedance(text)).toEqual(NOTHING);
  });

  it('stand beside labels', () => {
    const { sites, lookAlikes } = locate([
      xmp(`<TC260:AIGC>${escape(LABEL)}</TC260:AIGC>`, '', 'iTXt'),
      entry('eXIf/Exif', 'UserComment', '{"aigc_label_type":1}'),
    ]);
    expect([sites.length, lookAlikes.length]).toEqual([1, 1]);
  });
});
