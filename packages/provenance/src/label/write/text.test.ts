import { concat, type Bytes } from '@revera/testkit';
import { describe, expect, it } from 'vitest';
import { bufferSource } from '../../bytes/random-access.ts';
import { LIMITS } from '../../limits.ts';
import { readHtml } from '../../media/html.ts';
import { readText } from '../../media/markdown.ts';
import { MediaSource } from '../../media/media-source.ts';
import { readLines } from '../../testing/read-media.ts';
import { decodeLabel } from '../decode-label.ts';
import { readFrontMatterLabel } from '../front-matter.ts';
import { writeHtml } from './html.ts';
import { writeMarkdown } from './markdown.ts';
import { applySplices } from './splice.ts';
import { LabelWriteError, type LabelTest, type LabelWriter } from './writer.ts';

const JSON_TEXT = '{"Label":"1","ContentProducer":"001","ProduceID":"a\\"b<&>"}';
const OLD = '{"Label":"1","ContentProducer":"old","ProduceID":"old"}';
const isLabel: LabelTest = (bytes, encoding) =>
  decodeLabel({ bytes, encoding, isNamespaced: false }).kind === 'decoded';

function write(writer: LabelWriter, document: string | Bytes): Uint8Array {
  const bytes = concat(document);
  return applySplices(bytes, writer(MediaSource.of(bufferSource(bytes)), JSON_TEXT, isLabel).splices);
}

const utf16 = (text: string): Bytes => concat(Buffer.from(`\uFEFF${text}`, 'utf16le'));

describe('writeHtml', () => {
  const meta =
    '<meta name="AIGC" content="{&quot;Label&quot;:&quot;1&quot;,&quot;ContentProducer&quot;:&quot;001&quot;,&quot;ProduceID&quot;:&quot;a\\&quot;b&lt;&amp;&gt;&quot;}"/>';

  it.each<[string, string, string]>([
    [
      'a head',
      '<!doctype html><html><head lang=x><title>t</title></head>',
      `<!doctype html><html><head lang=x>${meta}<title>t</title></head>`,
    ],
    ['no head', '<!doctype html><HTML lang="en"><p>x', `<!doctype html><HTML lang="en">${meta}<p>x`],
    ['a document type alone', '<!doctype html>\n<p>x', `<!doctype html>${meta}\n<p>x`],
    ['nothing of these', '<p>x', `${meta}<p>x`],
    ['a byte order mark', '\uFEFF<p>x', `\uFEFF${meta}<p>x`],
    [
      'an old label',
      `<head><meta name='aigc' content='${OLD}'><meta name=a content=b>`,
      `<head>${meta}<meta name=a content=b>`,
    ],
    [
      'an empty shell',
      '<head><meta name=x content=y><meta name=AIGC content="">',
      `<head>${meta}<meta name=x content=y>`,
    ],
    [
      'a label in a comment',
      `<head><!-- AIGC: ${OLD} --><!-- AIGC is a word -->`,
      `<head>${meta}<!-- AIGC is a word -->`,
    ],
    ['a head in a comment', '<!-- <head> --><head>', `<!-- <head> --><head>${meta}`],
  ])('%s', (_, document, expected) => {
    const written = write(writeHtml, document);
    expect(Buffer.from(written).toString()).toBe(expected);
    expect(readLines(readHtml, written)).toContain(`html/meta AIGC = ${JSON_TEXT}`);
    expect(write(writeHtml, expected)).toEqual(written);
  });

  it('writes UTF-16 where the document is', () => {
    expect(readLines(readHtml, write(writeHtml, utf16('<head><p>')))).toEqual([`html/meta AIGC = ${JSON_TEXT}`]);
  });

  it('refuses a document that is not read to its end', () => {
    expect(() => write(writeHtml, ' '.repeat(LIMITS.textScanBytes + 1))).toThrow(LabelWriteError);
  });
});

describe('writeMarkdown', () => {
  const yaml = 'AIGC:\n  Label: "1"\n  ContentProducer: "001"\n  ProduceID: "a\\"b<&>"\n';
  const indented = yaml.replaceAll(/^/gm, '  ').trimEnd();

  it.each<[string, string, string]>([
    ['no front matter', '# Title\n', `---\n${yaml}---\n# Title\n`],
    ['front matter', '---\ntitle: x\n---\ntext', `---\n${yaml}title: x\n---\ntext`],
    ['an empty one', '---\n---\ntext', `---\n${yaml}---\ntext`],
    [
      'an old mapping',
      '---\na: b\nAIGC:\n    Label: "2"\n\n    ProduceID: x\n\nc: d\n---\n',
      `---\n${yaml}a: b\n\nc: d\n---\n`,
    ],
    ['an old line', `---\n"aigc": ${OLD}\nc: d\n---\n`, `---\n${yaml}c: d\n---\n`],
    ['a bracket over lines', '---\nAIGC: {\n  "Label": "1"\n}\nc: d\n---\n', `---\n${yaml}c: d\n---\n`],
    ['a key of that name inside another', '---\na:\n  AIGC: 1\n---\n', `---\n${yaml}a:\n  AIGC: 1\n---\n`],
    ['keys that are indented', '---\n  a: b\n  AIGC: 1\n---\n', `---\n${indented}\n  a: b\n---\n`],
    ['a label in the text', `# T\n---\nAIGC: ${OLD}\n---\nmore\n`, `---\n${yaml}---\n# T\nmore\n`],
    [
      'a label among others in the text',
      `# T\n---\nAIGC: ${OLD}\nb: c\n---\n`,
      `---\n${yaml}---\n# T\n---\nb: c\n---\n`,
    ],
    ['a block that is not closed', `---\nAIGC: ${OLD}\n\ntext\n`, `---\n${yaml}---\n\ntext\n`],
    [
      'another block that mentions it',
      '# T\n---\nAIGC: of course\n---\n',
      `---\n${yaml}---\n# T\n---\nAIGC: of course\n---\n`,
    ],
    ['a byte order mark', '\uFEFFtext\n', `\uFEFF---\n${yaml}---\ntext\n`],
    ['nothing', '', `---\n${yaml}---\n`],
  ])('%s', (_, document, expected) => {
    const written = write(writeMarkdown, document);
    expect(Buffer.from(written).toString()).toBe(expected);
    expect(Buffer.from(write(writeMarkdown, expected)).toString()).toBe(expected);
    const [first = ''] = readLines(readText, written);
    expect(readFrontMatterLabel(first.replace('front-matter = ', ''))).toMatchObject({
      kind: 'decoded',
      fields: { Label: '1', ContentProducer: '001', ProduceID: 'a"b<&>' },
    });
  });

  it('keeps carriage returns', () => {
    const written = Buffer.from(write(writeMarkdown, 'a\r\nb\r\n')).toString();
    expect(written).toBe(`---\r\n${yaml.replaceAll('\n', '\r\n')}---\r\na\r\nb\r\n`);
  });

  it('writes UTF-16 where the document is', () => {
    const [first = ''] = readLines(readText, write(writeMarkdown, utf16('text')));
    expect(first).toBe(`front-matter = ${yaml}`);
  });

  it('takes out a message without width', () => {
    const bits = Array.from(Buffer.from(OLD), (byte) => byte.toString(2).padStart(8, '0')).join('');
    const hidden = `\u200D${bits.replaceAll('0', '\u200B').replaceAll('1', '\u200C')}`;
    expect(Buffer.from(write(writeMarkdown, `text${hidden}\n`)).toString()).toBe(`---\n${yaml}---\ntext\n`);
  });

  it('refuses a document that is not read to its end', () => {
    expect(() => write(writeMarkdown, ' '.repeat(LIMITS.textScanBytes + 1))).toThrow(LabelWriteError);
  });
});
