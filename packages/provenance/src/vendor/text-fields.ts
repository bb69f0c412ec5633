import { plainText } from '../bytes/plain-text.ts';
import { LIMITS } from '../limits.ts';
import type { MediaProblem, MetadataItem } from '../media/metadata-item.ts';
import { decodeItemText } from '../media/text-decoding.ts';
import { problemOf, readXmpItem } from '../media/xmp-item.ts';
import { ENTRY_ROWS, findProperty } from './field-table.ts';
import type { TextField } from './text-field.ts';

export interface TextFields {
  fields: TextField[];
  problems: MediaProblem[];
}

/** The texts that rules may look at, decoded. Whatever was read from an XMP packet before damaged bytes counts. */
export function textFieldsOf(items: readonly MetadataItem[]): TextFields {
  const fields: TextField[] = [];
  const problems: MediaProblem[] = [];
  for (const item of items) {
    if (item.kind === 'xmp') fields.push(...readPacket(item, problems));
    else {
      const field = entryField(item);
      if (field !== null) fields.push(field);
    }
    if (fields.length > LIMITS.vendorFields) {
      fields.length = LIMITS.vendorFields;
      problems.push({ kind: 'limit', what: 'metadata fields', offset: item.offset });
      break;
    }
  }
  return { fields, problems };
}

function entryField({ kind, path, key, bytes, encoding, offset }: MetadataItem): TextField | null {
  if (kind === 'comment') return commentField(path, offset, decodeItemText(bytes, encoding));
  if (kind !== 'entry' || key === null) return null;
  const row = ENTRY_ROWS.find((one) => one.path.test(path) && one.key.test(key));
  if (row === undefined) return null;
  const { container, role } = row;
  const name = row.name.replace('{key}', () => plainText(key, LIMITS.vendorNameChars));
  return { role, container, key, name, location: path, offset, text: trimmed(decodeItemText(bytes, encoding)) };
}

function commentField(location: string, offset: number, text: string): TextField | null {
  const isGif = location.startsWith('Comment');
  if (!isGif && location !== 'COM') return null;
  const name = isGif ? 'GIF comment' : 'JPEG comment';
  const container = isGif ? 'gif' : 'jpeg';
  return { role: 'comment', container, key: 'COM', name, location, offset, text: trimmed(text) };
}

function readPacket(item: MetadataItem, problems: MediaProblem[]): TextField[] {
  const { path, offset } = item;
  const { properties, failure } = readXmpItem(item);
  if (failure !== null) problems.push(problemOf(failure));
  return properties.flatMap(({ uri, local, value }) => {
    const row = findProperty(uri, local);
    if (row === undefined) return [];
    const { role, name } = row;
    return [{ role, name, container: 'xmp' as const, key: local, location: path, offset, text: trimmed(value) }];
  });
}

/** Writers count the zero that ends a text as part of it. */
function trimmed(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 0) end -= 1;
  return text.slice(0, end);
}
