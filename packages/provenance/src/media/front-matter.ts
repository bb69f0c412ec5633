import { LIMITS } from '../limits.ts';

/** A YAML block; positions in the text. */
export interface FrontMatter {
  /** Position of the opening `---`. */
  start: number;
  contentStart: number;
  /** Position of the closing line or, for an unclosed block, of its assumed end. */
  contentEnd: number;
  /** Behind the closing line. */
  end: number;
  /** `head`: at the head of the document, the place that front matter has. `tail`: the last lines, without `---`. */
  place: 'head' | 'inner' | 'tail';
  isClosed: boolean;
}

const LABEL_KEY = /^["']?aigc["']?[ \t]*:/i;
/** Alone on its line, with its elements below it. */
const TAIL_KEY = /^["']?aigc["']?[ \t]*:[ \t]*\r?\n[ \t]+\S/i;
const UNINDENTED = /^[^\s]/gm;
const BLANK_BEFORE = /\n[ \t]*\r?\n$/;
/** Enough for a quoted key. */
const KEY_CHARS = 64;

/**
 * Finds the front matter at the head, and blocks elsewhere whose first key is AIGC: documents are concatenated. What stands
 * in a code block is shown, not said. One pass: a `---` line is visited once as an opening and once as a closing one.
 */
export function* findFrontMatter(text: string): Generator<FrontMatter> {
  let end = 0;
  for (const block of findFenced(text)) {
    yield block;
    end = block.end;
  }
  const tail = findTail(text);
  if (tail !== null && tail >= end) {
    yield { start: tail, contentStart: tail, contentEnd: text.length, end: text.length, place: 'tail', isClosed: true };
  }
}

/**
 * The start of the label's key where it and its indented lines end the document, after a blank line and without `---`: so
 * Tencent's assistants write it after a text that has front matter of its own, or none.
 */
function findTail(text: string): number | null {
  const from = Math.max(0, text.length - LIMITS.labelYamlBytes);
  let key: number | null = null;
  for (const { index } of text.slice(from).matchAll(UNINDENTED)) key = from + index;
  if (key === null || !TAIL_KEY.test(text.slice(key, key + KEY_CHARS))) return null;
  return key === 0 || BLANK_BEFORE.test(text.slice(Math.max(0, key - KEY_CHARS), key)) ? key : null;
}

function* findFenced(text: string): Generator<FrontMatter> {
  const samples = codeSamples(text);
  let sample = 0;
  let fence = nextFence(text, 0);
  while (fence !== null) {
    while ((samples[sample]?.end ?? Infinity) <= fence.start) sample += 1;
    const around = samples[sample];
    if (around !== undefined && around.start < fence.start) {
      fence = nextFence(text, around.end);
      continue;
    }
    const { start, end: contentStart } = fence;
    const place = start === 0 ? 'head' : 'inner';
    const closing = nextFence(text, contentStart);
    const isLabel = LABEL_KEY.test(firstKeyLine(text, contentStart, closing?.start ?? text.length));
    if (closing !== null && (place === 'head' || isLabel)) {
      yield { start, contentStart, contentEnd: closing.start, end: closing.end, place, isClosed: true };
      fence = nextFence(text, closing.end);
    } else {
      if (isLabel) {
        const contentEnd = blankLine(text, contentStart);
        yield { start, contentStart, contentEnd, end: contentEnd, place, isClosed: false };
      }
      fence = closing;
    }
  }
}

export interface Sample {
  start: number;
  end: number;
}

/** Fenced code blocks (CommonMark §4.5) that are closed: after an open one anything could be hidden. */
export function codeSamples(text: string): Sample[] {
  const samples: Sample[] = [];
  let open: { start: number; mark: string } | null = null;
  for (const line of text.matchAll(/^ {0,3}(`{3,}|~{3,})/gm)) {
    const mark = line[1] ?? '';
    if (open === null) open = { start: line.index, mark };
    else if (mark.startsWith(open.mark)) {
      samples.push({ start: open.start, end: line.index + line[0].length });
      open = null;
    }
  }
  return samples;
}

interface Fence {
  start: number;
  /** Behind the line's end. */
  end: number;
}

/** The next line that is `---` and nothing else, at or after a line's start. */
function nextFence(text: string, from: number): Fence | null {
  let start = text.startsWith('---', from) ? from : lineWithDashes(text, from);
  while (start !== -1) {
    let at = start + 3;
    while (text.charAt(at) === ' ' || text.charAt(at) === '\t') at += 1;
    if (text.charAt(at) === '\r') at += 1;
    if (at >= text.length) return { start, end: text.length };
    if (text.charAt(at) === '\n') return { start, end: at + 1 };
    start = lineWithDashes(text, at);
  }
  return null;
}

function lineWithDashes(text: string, from: number): number {
  // One back: the line feed itself may stand right before.
  const found = text.indexOf('\n---', Math.max(0, from - 1));
  return found === -1 ? -1 : found + 1;
}

/** The start of the first line that is neither blank nor a comment. */
function firstKeyLine(text: string, start: number, end: number): string {
  let at = start;
  while (at < end) {
    const lineFeed = text.indexOf('\n', at);
    const line = text.slice(at, at + KEY_CHARS);
    if (!/^(?:[ \t]*(?:\r?\n|#)|[ \t]{64})/.test(line)) return line;
    at = lineFeed === -1 || lineFeed > end ? end : lineFeed + 1;
  }
  return '';
}

function blankLine(text: string, from: number): number {
  const ends = [text.indexOf('\n\n', from), text.indexOf('\n\r\n', from)].filter((at) => at !== -1);
  return ends.length === 0 ? text.length : Math.min(...ends) + 1;
}
