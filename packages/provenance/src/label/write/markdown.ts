import { findFrontMatter, type FrontMatter } from '../../media/front-matter.ts';
import { findMarkdownComments } from '../../media/label-comment.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { openText, type TextView } from '../../media/text-view.ts';
import { findZeroWidthText } from '../../media/zero-width.ts';
import { LABEL_KEYS } from '../facts.ts';
import { readFrontMatterLabel } from '../front-matter.ts';
import type { Splice } from './splice.ts';
import { LabelWriteError, type LabelPlan, type LabelTest } from './writer.ts';

const LOCATION = 'front-matter';
const KEY_LINE = /^(["']?)aigc\1[ \t]{0,16}:(?=\s|$)/i;
/** What matters about a line: its key and its indentation. */
const LINE_CHARS = 64;

/**
 * Markdown: a mapping in the front matter (TC260-PG-20258A clause 6.5). Only the label's own lines are replaced; blocks
 * elsewhere in the text lose theirs.
 */
export function writeMarkdown(source: MediaSource, json: string, isLabel: LabelTest): LabelPlan {
  const view = openText(source);
  if (!view.isWhole) throw new LabelWriteError('media_unreadable', 'a document of this length is not read to its end');
  const blocks = [...findFrontMatter(view.text)];
  const head = blocks.find(({ place, isClosed }) => place === 'head' && isClosed);
  const splices = head === undefined ? [newBlock(view, json)] : planHead(view, head, json);
  for (const block of blocks) if (block !== head) splices.push(...withoutLabel(view, block));
  for (const { start, end, textStart, textEnd } of findMarkdownComments(view.text)) {
    if (!isLabel(view.bytes(textStart, textEnd), view.encoding)) continue;
    const { offset, length } = view.range(start, end);
    splices.push({ offset, removed: length, inserted: new Uint8Array(0) });
  }
  const hidden = findZeroWidthText(source);
  if (hidden !== null && isLabel(hidden.bytes, 'utf-8')) {
    splices.push({ offset: hidden.offset, removed: hidden.length, inserted: new Uint8Array(0) });
  }
  return { splices, location: LOCATION, isFallback: false };
}

function newBlock(view: TextView, json: string): Splice {
  const eol = lineEnd(view.text);
  const inserted = view.encode(['---', ...yamlLines(json, ''), '---', ''].join(eol));
  return { offset: view.start, removed: 0, inserted };
}

/** The label comes first in the block, indented as the keys beside it. */
function planHead(view: TextView, { contentStart, contentEnd }: FrontMatter, json: string): Splice[] {
  const lines = listLines(view.text, contentStart, contentEnd);
  const indent = lines.map(({ head }) => /^( *)[^\s#]/.exec(head)?.[1]).find((found) => found !== undefined) ?? '';
  const eol = lineEnd(view.text);
  const inserted = view.encode([...yamlLines(json, indent), ''].join(eol));
  const splices = [{ offset: view.range(contentStart, contentStart).offset, removed: 0, inserted }];
  return [...splices, ...ownEntries(view, lines, indent)];
}

function yamlLines(json: string, indent: string): string[] {
  const label: unknown = JSON.parse(json);
  const members = Object.entries(typeof label === 'object' && label !== null ? label : {});
  const known = members.filter(([key]) => LABEL_KEYS.some((name) => name === key));
  // A string of JSON is one of YAML too, in double quotes (YAML 1.2 §1.2); quotes keep a code of digits a text.
  return [`${indent}AIGC:`, ...known.map(([key, value]) => `${indent}  ${key}: ${JSON.stringify(value)}`)];
}

interface Line {
  start: number;
  end: number;
  /** The first characters. */
  head: string;
}

function listLines(text: string, start: number, end: number): Line[] {
  const lines: Line[] = [];
  for (let at = start; at < end;) {
    const found = text.indexOf('\n', at);
    const next = found === -1 || found >= end ? end : found + 1;
    lines.push({ start: at, end: next, head: text.slice(at, Math.min(next, at + LINE_CHARS)) });
    at = next;
  }
  return lines;
}

/** The label's key with all lines that belong to it: deeper indented, or the end of a bracket, and blank ones between. */
function ownEntries(view: TextView, lines: readonly Line[], indent: string): Splice[] {
  const own: Line[] = [];
  let blanks: Line[] = [];
  let isOwn = false;
  for (const line of lines) {
    const behind = line.head.startsWith(indent) ? line.head.slice(indent.length) : '';
    if (line.head.trim() === '' && line.head.length < LINE_CHARS) {
      blanks.push(line);
      continue;
    }
    const isInside: boolean = isOwn && /^[ \t}\]]/.test(behind);
    if (isInside) own.push(...blanks);
    blanks = [];
    isOwn = isInside || KEY_LINE.test(behind);
    if (isOwn) own.push(line);
  }
  return own.map(({ start, end }) => {
    const { offset, length } = view.range(start, end);
    return { offset, removed: length, inserted: new Uint8Array(0) };
  });
}

/** Removes the label from a block inside the text, and the block when it holds nothing else. */
function withoutLabel(view: TextView, block: FrontMatter): Splice[] {
  const { start, contentStart, contentEnd, end } = block;
  const text = view.decode(contentStart, contentEnd);
  if (readFrontMatterLabel(text).kind === 'not_a_label') return [];
  const lines = listLines(view.text, contentStart, contentEnd);
  const own = ownEntries(view, lines, '');
  const freed = own.reduce((sum, { removed }) => sum + removed, 0);
  const whole = view.range(contentStart, contentEnd).length;
  if (freed < whole) return own;
  const { offset, length } = view.range(start, end);
  return [{ offset, removed: length, inserted: new Uint8Array(0) }];
}

function lineEnd(text: string): string {
  const first = text.indexOf('\n');
  return first > 0 && text.charAt(first - 1) === '\r' ? '\r\n' : '\n';
}
