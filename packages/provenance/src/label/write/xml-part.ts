import { LIMITS } from '../../limits.ts';
import { applySplices } from './splice.ts';
import { LabelWriteError } from './writer.ts';
import { placeElements, type PlacedElement } from './xml-positions.ts';
import { decodeForEdit, editsToSplices, type TextEdit } from './xml-text.ts';

/** The XML of a document's part with changes, the rest byte for byte. Null when nothing changes. */
export function editXmlPart(
  bytes: Uint8Array,
  what: string,
  plan: (elements: PlacedElement[], root: PlacedElement) => TextEdit[],
): Uint8Array | null {
  const document = decodeForEdit(bytes);
  // Office documents are in UTF-8 or UTF-16; the meaning of anything else is not known.
  if (document.coding === 'latin1') throw new LabelWriteError('media_unreadable', `${what} is in an unknown coding`);
  const elements = placeElements(document.text, ({ depth }) => depth === 2 || depth === 3, what);
  const [root] = elements;
  if (root === undefined) throw new LabelWriteError('media_unreadable', `${what} is empty`);
  const edits = plan(elements, root);
  if (edits.length === 0) return null;
  const edited = applySplices(bytes, editsToSplices(document, edits, 0));
  if (edited.length > LIMITS.mediaItemBytes) throw new LabelWriteError('no_room', `${what} is too large`);
  return edited;
}

/** The value of an attribute by its local name; null when there is none. */
export function attributeValue({ attributes }: PlacedElement, local: string): string | null {
  return attributes.find((attribute) => attribute.local === local)?.value ?? null;
}

export function removal({ span }: PlacedElement): TextEdit {
  return { start: span.start, end: span.end, text: '' };
}

/** As the last child; an empty element is opened for it. */
export function insertLast({ span }: PlacedElement, content: string): TextEdit {
  const { contentEnd, end, isEmptyTag, name } = span;
  if (!isEmptyTag) return { start: contentEnd, end: contentEnd, text: content };
  return { start: end - 2, end, text: `>${content}</${name}>` };
}
