import { concat, type Bytes, seededRandom } from '@revera/testkit';
import { buildSvg } from '@revera/testkit/media';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { readDamaged, readItems, readLines } from '../testing/read-media.ts';
import { readHtml } from './html.ts';
import { readText } from './markdown.ts';
import { readSvg } from './svg.ts';

const LABEL = '{"Label":"1"}';
const utf16 = (text: string): Bytes => concat(Buffer.from(`\uFEFF${text}`, 'utf16le'));
const utf16Big = (text: string): Bytes => concat(Buffer.from(`\uFEFF${text}`, 'utf16le').swap16());

describe('readHtml', () => {
  const meta = `html/meta AIGC = ${LABEL}`;

  it.each<[string, string | Bytes, string[]]>([
    ['entities', '<meta name="AIGC" content="{&quot;Label&quot;:&#34;1&#x22;}">', [meta]],
    ['single quotes', `<html><head><META content='${LABEL}' NAME=AIGC /></head>`, [meta]],
    ['without quotes', `<meta name=AIGC content={&quot;Label&quot;:&quot;1&quot;}>`, [meta]],
    ['property', `<meta property="AIGC" content='${LABEL}'>`, [meta]],
    ['spaces around the sign', `<meta name = "AIGC"\ncontent\t=\t'${LABEL}'>`, [meta]],
    [
      'other values',
      '<meta charset=utf-8><meta http-equiv=a content=b><meta name=x><meta name=y content=z>',
      ['html/meta y = z'],
    ],
    ['a name twice: the first counts', '<meta name=a name=b content=c>', ['html/meta a = c']],
    ['a comment', `<p><!-- aigc: ${LABEL} --><!-- other -->`, [`html/comment =  aigc: ${LABEL} `]],
    ['nothing of scripts', `<script>"<meta name=AIGC content=1>"</script><style><!-- AIGC --></style>`, []],
    ['nothing in attributes', `<p title="<meta name=AIGC content=1>">`, []],
    ['a greater-than sign in quotes', `<a title="a>b"><meta name="AIGC" content='${LABEL}'>`, [meta]],
    ['UTF-8', '<meta name=作者 content=人工>', ['html/meta 作者 = 人工']],
    ['GB 18030', concat('<meta name=a content=', [0xc8, 0xcb, 0xb9, 0xa4], '>'), ['html/meta a = 人工']],
    ['UTF-16', utf16(`<p><meta name="AIGC" content='${LABEL}'>`), [meta]],
    ['UTF-16 big-endian, comment', utf16Big('<!--AIGC-->'), ['html/comment = AIGC']],
    ['cut off in the tag', '<meta name=AIGC content=1', ['html/meta AIGC = 1 (damaged)']],
    ['cut off in the value', '<meta name=AIGC content="1', ['html/meta AIGC = 1 (damaged)']],
    ['cut off in a comment', '<!-- AIGC', ['html/comment =  AIGC (damaged)']],
    [
      'character references that are none',
      '<meta name=a content="&#0;&#xD800;&#x110000;&bogus;&amp;quot;">',
      ['html/meta a = \uFFFD\uFFFD\uFFFD&bogus;&quot;'],
    ],
  ])('%s', (_, document, expected) => {
    expect(readLines(readHtml, concat(document))).toEqual(expected);
  });

  it('says where a value stands', () => {
    const document = `\uFEFF<p><meta name=x content="{&quot;a">`;
    const [item] = readItems(readHtml, concat(document)).items;
    const bytes = concat(document).subarray(item?.offset, (item?.offset ?? 0) + (item?.length ?? 0));
    expect(Buffer.from(bytes).toString()).toBe('{&quot;a');
  });

  it.each([
    ['angle brackets', '<'],
    ['comments', '<!--'],
    ['tags', '<a'],
    ['attributes', '<meta a="'],
    ['scripts', '<script>'],
    ['closed scripts', '<script></script'],
    ['equal signs', '<meta ='],
    ['entities', '<meta name=x content=&#'],
    ['doctypes', '<!doctype '],
  ])('takes one pass over very many %s', (_, piece) => {
    const document = piece.repeat(LIMITS.textScanBytes / piece.length);
    expect(readItems(readHtml, concat(document)).items.length).toBeLessThanOrEqual(LIMITS.mediaItems);
  });

  it('says that it did not look behind the limit', () => {
    const document = concat(' '.repeat(LIMITS.textScanBytes), '<meta name=AIGC content=1>');
    expect(readItems(readHtml, document)).toMatchObject({ items: [], problems: [{ kind: 'limit' }] });
  });

  it('throws nothing on damaged files', () => {
    readDamaged(
      readHtml,
      concat(`<!doctype html><html><head><meta name="AIGC" content='${LABEL}'><!-- AIGC --></head>`),
      seededRandom(1),
    );
  });
});

const zeroWidth = (message: string): string =>
  `\u200D${Array.from(Buffer.from(message), (byte) => byte.toString(2).padStart(8, '0'))
    .join('')
    .replaceAll('0', '\u200B')
    .replaceAll('1', '\u200C')}`;

describe('readText', () => {
  it.each<[string, string | Bytes, string[]]>([
    ['front matter', '---\nAIGC:\n  Label: "1"\n---\ntext', ['front-matter = AIGC:\n  Label: "1"\n']],
    ['any front matter at the head', '---\ntitle: x\n---\n', ['front-matter = title: x\n']],
    ['carriage returns and a mark', '\uFEFF---\r\nAIGC: {}\r\n---\r\n', ['front-matter = AIGC: {}\r\n']],
    ['blanks behind the dashes', '--- \nAIGC: {}\n---\t\nx', ['front-matter = AIGC: {}\n']],
    ['the end of the file behind the dashes', '---\nAIGC: {}\n---', ['front-matter = AIGC: {}\n']],
    ['UTF-16', utf16('---\nAIGC: 1\n---\n'), ['front-matter = AIGC: 1\n']],
    ['an inner block', 'text\n---\naigc: {}\n---\nmore', ['front-matter(inner) = aigc: {}\n']],
    [
      'an inner block behind a comment',
      'text\n---\n# x\n\n"AIGC" : {}\n---\n',
      ['front-matter(inner) = # x\n\n"AIGC" : {}\n'],
    ],
    [
      'a second document',
      '---\na: b\n---\ntext\n---\nAIGC: 1\n---\n',
      ['front-matter = a: b\n', 'front-matter(inner) = AIGC: 1\n'],
    ],
    ['rules that hold no label', 'text\n---\ntitle: x\n---\nAIGC: 1\n', ['front-matter(inner) = AIGC: 1\n (damaged)']],
    ['a rule before a block', 'text\n\n---\n\n---\nAIGC: 1\n---\n', ['front-matter(inner) = AIGC: 1\n']],
    [
      'a block that is not closed',
      '---\nAIGC:\n  Label: "1"\n\ntext\n',
      ['front-matter = AIGC:\n  Label: "1"\n (damaged)'],
    ],
    ['a rule that is not closed', '---\ntitle: x\n', []],
    ['four dashes', '----\nAIGC: 1\n----\n', []],
    ['a line outside of a block', `AIGC: ${LABEL}`, []],
    ['another first key', 'x\n---\ntitle: x\nAIGC: 1\n---\n', []],
    ['characters without width', `text${zeroWidth(LABEL)}\n`, [`text/zero-width = ${LABEL}`]],
    ['without a brace', `text${zeroWidth('no label here')}`, []],
    ['too short', `text${zeroWidth('{"a":1}')}`, []],
    ['without the sentinel', `text${zeroWidth(LABEL).slice(1)}`, []],
    ['not at the end', `${zeroWidth(LABEL)}text`, []],
    ['not text', `text${zeroWidth(`${LABEL}\0`)}`, []],
    ['an emoji with joiners', 'text \u{1F468}\u200D\u{1F469}\u200D', []],
    ['nothing', '', []],
  ])('%s', (_, document, expected) => {
    expect(readLines(readText, concat(document))).toEqual(expected);
  });

  it.each([
    ['dashes', '---\n'],
    ['blank fences', '---\n\n'],
    ['almost fences', '---     x\n'],
    ['label keys', '---\nAIGC: 1\n'],
    ['label texts', 'AIGC{'],
    ['braces', '{'],
    ['line feeds', '\n'],
    ['signs without width', '\u200B'],
    ['sentinels', '\u200D'],
  ])('takes one pass over very many %s', (_, piece) => {
    const document = concat(piece.repeat(LIMITS.textScanBytes / concat(piece).length));
    expect(readItems(readText, document).items.length).toBeLessThanOrEqual(LIMITS.mediaItems);
  });

  it('looks at both ends of a long text', () => {
    const document = concat('---\nAIGC: 1\n---\n', ' '.repeat(LIMITS.textScanBytes), zeroWidth(LABEL));
    const { items, problems } = readItems(readText, document);
    expect(items.map(({ path }) => path)).toEqual(['front-matter', 'text/zero-width']);
    expect(problems[0]?.kind).toBe('limit');
  });

  it('throws nothing on damaged files', () => {
    readDamaged(
      readText,
      concat(`---\nAIGC:\n  a: "b"\n---\ntext\n---\nAIGC: {}\n---\n${zeroWidth(LABEL)}`),
      seededRandom(1),
    );
  });
});

describe('readSvg', () => {
  it('gives the document as a whole', () => {
    const bytes = buildSvg();
    expect(readItems(readSvg, bytes).items).toMatchObject([{ kind: 'xmp', path: 'svg', offset: 0, bytes }]);
  });

  it('refuses one that is too large', () => {
    const bytes = buildSvg({ sizeBytes: LIMITS.textScanBytes + 1 });
    expect(readItems(readSvg, bytes)).toMatchObject({ items: [], problems: [{ kind: 'limit' }] });
  });
});
