import { latin1Text } from '../../bytes/latin1-text.ts';
import type { Box } from '../../media/bmff/boxes.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { printable, dashed } from '../bits/sei.ts';
import { LAB_LIMITS } from '../limits.ts';
import type { Notebook } from '../notebook.ts';

const UUID = {
  c2pa: 'd8fec3d61b0e483c92975828877ec481',
  xmp: 'be7acfcb97a942e89c71999491e3afac',
} as const;

/** Names that credentials of generators and their hosts contain. Found as text, they are a hint and no more. */
const HINTS = [
  'Google Media Processing Services',
  'Google C2PA Core Generator Library',
  'Truepic Lens CLI in Sora',
  'OpenAI',
  'Volcengine_Ark_CN',
  'BytePlus_ModelArk',
  'Dreamina',
  'Adobe_Firefly',
  'higgsfield',
  'fal-ai',
] as const;
const CREATOR_TOOL = /CreatorTool(?:>|=")([^<"]{1,128})/;

/** What stands at the top of a file besides index and media data. */
export function readTopBoxes(notebook: Notebook, source: MediaSource, boxes: readonly Box[]): void {
  for (const box of boxes) {
    if (box.type === 'ftyp') notebook.attempt(() => readFileType(notebook, source, box));
    else if (box.type === 'uuid') notebook.attempt(() => readUuid(notebook, source, box));
    else if (box.type === 'free' || box.type === 'skip') notebook.attempt(() => readFree(notebook, source, box));
    else if (box.type === 'beam') notebook.see('box.beam', true, 'beam', box.start);
    else if (box.type === 'mdat' && isLongWithoutNeed(box)) notebook.see('mdat.long', true, 'mdat', box.start);
  }
}

function isLongWithoutNeed({ lengthForm, start, end }: Box): boolean {
  return lengthForm === 'u64' && end - start < 0xffff_ffff;
}

function readFileType(notebook: Notebook, source: MediaSource, { contentStart, end }: Box): void {
  const length = Math.min(end - contentStart, LAB_LIMITS.boxBytes);
  const cursor = source.cursor(contentStart, length, 'ftyp');
  notebook.see('ftyp.major', cursor.fourCc('major brand'), 'ftyp', contentStart);
  notebook.see('ftyp.minor', cursor.u32('minor version'), 'ftyp', contentStart);
  const brands: string[] = [];
  while (cursor.remaining >= 4 && brands.length < LAB_LIMITS.childNames) brands.push(cursor.fourCc('brand'));
  notebook.see('ftyp.compatible', brands.join(','), 'ftyp', contentStart);
}

function readFree(notebook: Notebook, source: MediaSource, { type, contentStart, end }: Box): void {
  const length = Math.min(end - contentStart, LAB_LIMITS.freeTextBytes);
  // In a source of its own: padding between media data costs no reading ahead.
  const bytes = source.within(contentStart, length).upTo(0, length, type);
  const text = printable(bytes.subarray(bytes.findIndex((byte) => byte !== 0)));
  if (bytes.some((byte) => byte !== 0) && text.length > 3) notebook.see('free.text', text, type, contentStart);
}

function readUuid(notebook: Notebook, source: MediaSource, box: Box): void {
  const { uuid, start, contentStart, end } = box;
  if (uuid === null) return;
  notebook.see('box.uuid', dashed(uuid), 'uuid', start);
  if (uuid === UUID.c2pa) return readCredential(notebook, source, box);
  const length = Math.min(end - contentStart, uuid === UUID.xmp ? LAB_LIMITS.xmpBytes : LAB_LIMITS.freeTextBytes);
  const bytes = source.upTo(contentStart, length, 'uuid');
  if (uuid === UUID.xmp) {
    const tool = CREATOR_TOOL.exec(new TextDecoder().decode(bytes))?.[1];
    if (tool !== undefined) notebook.see('metadata.creator_tool', tool, 'uuid/XMP', contentStart);
    return;
  }
  const text = printable(bytes);
  if (text !== '') notebook.see('box.uuid_text', text, 'uuid', contentStart);
}

/** Only that it is there and which names stand in it: whether it is signed, and by whom, another reader finds out. */
function readCredential(notebook: Notebook, source: MediaSource, { start, contentStart, end }: Box): void {
  notebook.see('credential.present', true, 'uuid', start);
  const text = latin1Text(source.upTo(contentStart, Math.min(end - contentStart, LAB_LIMITS.hintBytes), 'credential'));
  let hints = 0;
  for (const hint of HINTS) {
    const at = text.indexOf(hint);
    if (at === -1 || hints >= LAB_LIMITS.hints) continue;
    hints += 1;
    notebook.see('credential.hint', hint, 'uuid', contentStart + at);
  }
}
