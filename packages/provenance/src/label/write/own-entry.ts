import { LIMITS } from '../../limits.ts';
import type { ItemEncoding } from '../../media/metadata-item.ts';
import { decodeItemText } from '../../media/text-decoding.ts';
import { isLabelName } from '../carriers.ts';
import type { LabelTest } from './writer.ts';

interface Entry {
  key: string | null;
  bytes: Uint8Array;
  encoding: ItemEncoding;
}

/** Whether a named value must make room: it is a label, the remains of one, or has the label's own name. */
export function isOwnEntry({ key, bytes, encoding }: Entry, isLabel: LabelTest): boolean {
  if (key?.trim().toLowerCase() === 'aigc') return true;
  if (bytes.length > LIMITS.labelBytes) return false;
  if (isLabel(bytes, encoding)) return true;
  return key !== null && isLabelName(key) && decodeItemText(bytes, encoding).replaceAll('\0', '').trim() === '';
}
