import { isObject, parseJson } from '../bytes/json.ts';
import { takeJson } from './json-text.ts';
import type { LookAlike } from './facts.ts';
import { trimFiller } from './json-layers.ts';

type Found = Pick<LookAlike, 'schema' | 'asserts_ai'>;

/** Deep enough for the private blocks seen; JSON in a string counts as one level. */
const MAX_DEPTH = 4;
const MAX_CHARS = 64 * 1024;
/** Members of the blocks about AI; text without one of them is not parsed. */
const NAMES = /aigc_info|aigc_label_type|aigc_type|ServiceProvider/;

/**
 * Private records about AI that are not labels: by Tencent Cloud (in EXIF ImageDescription) and ByteDance (in EXIF and in
 * QuickTime keys). Their values are never read as elements of a label.
 */
export function findLookAlike(key: string | null, text: string): Found | null {
  const isKnownKey = key !== null && /(?:^|\.)aigc_info$/.test(key);
  if (text.length > MAX_CHARS || !(isKnownKey || NAMES.test(text))) return null;
  const json = takeJson(trimFiller(text));
  const value = json === null ? undefined : parseJson(json);
  if (!isObject(value)) return null;
  if (isTencentCloud(value)) return { schema: 'tencent_cloud', asserts_ai: true };
  const marks: Marks = { speaksOfAi: isKnownKey, assertsAi: false, isDreamina: false, isGeneration: false };
  collect(value, marks, 0);
  if (!marks.speaksOfAi) return null;
  return { schema: 'bytedance', asserts_ai: marks.assertsAi || (marks.isDreamina && marks.isGeneration) };
}

/** `{"AIGC": {"ServiceProvider": …, "ServiceUser": …, "Time": …, "ContentId": …}}`: its name says that AI made it. */
function isTencentCloud(value: Readonly<Record<string, unknown>>): boolean {
  const inner = Object.hasOwn(value, 'AIGC') ? opened(value['AIGC']) : null;
  return isObject(inner) && Object.hasOwn(inner, 'ServiceProvider');
}

interface Marks {
  speaksOfAi: boolean;
  assertsAi: boolean;
  isDreamina: boolean;
  isGeneration: boolean;
}

function collect(value: unknown, marks: Marks, depth: number): void {
  if (depth > MAX_DEPTH || !isObject(value)) return;
  for (const [name, stored] of Object.entries(value)) {
    const member = opened(stored);
    if (name === 'aigc_info' || name === 'aigc_label_type' || name === 'aigc_type') marks.speaksOfAi = true;
    if (name === 'aigc_label_type') marks.assertsAi ||= ['1', '2'].includes(plain(member));
    if (name === 'aigc_type') marks.assertsAi ||= plain(member) === '1';
    if (name === 'product' || name === 'source_info') marks.isDreamina ||= plain(member) === 'dreamina';
    if (name === 'exportType') marks.isGeneration ||= plain(member) === 'generation';
    collect(member, marks, depth + 1);
  }
}

/** A member that is itself JSON in a string. */
function opened(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith('{')) return value;
  const json = takeJson(value);
  return (json === null ? undefined : parseJson(json)) ?? value;
}

/** Numbers and their texts are the same here. */
function plain(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
