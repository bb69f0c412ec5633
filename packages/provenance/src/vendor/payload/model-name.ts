import { plainText } from '../../bytes/plain-text.ts';
import { LIMITS } from '../../limits.ts';

const WEIGHT_FILE = /\.(?:safetensors|ckpt|gguf|pt|pth|sft|bin)$/i;
/** Control characters, and those that reverse or hide text in a report. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A model's name as a report may hold it; null when nothing is left of it. */
export function modelName(text: string | null): string | null {
  if (text === null) return null;
  const seen = text.slice(0, LIMITS.vendorModelPathChars).replaceAll(UNSEEN, '').trim();
  const name = plainText(seen.replace(WEIGHT_FILE, ''), LIMITS.vendorModelChars).trim();
  return name === '' ? null : name;
}

/** A model by its file's path, without the folders: they reveal how somebody's disk is organized. */
export function modelOfPath(path: string | null): string | null {
  if (path === null) return null;
  return modelName(path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1));
}

/** Whether a value names a file of weights. */
export function isWeightFile(value: string): boolean {
  return value.length <= LIMITS.vendorModelPathChars && WEIGHT_FILE.test(value);
}
