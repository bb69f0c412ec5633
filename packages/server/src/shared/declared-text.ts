import { z } from 'zod';
import { refusedAs } from './input-reasons.ts';

const DECLARED_TEXT_CHARACTERS = 200;
const NAME_CHARACTERS = 100;

/**
 * Control characters, line separators, bidirectional controls and halves of surrogate pairs: text that looks different
 * from what it is (CVE-2021-42574) or breaks its line.
 */
const DECEPTIVE = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|\p{Cs}/u;

/** Whether a text holds characters that make it look different from what it is. */
export function deceptive(text: string): boolean {
  return DECEPTIVE.test(text);
}

/** Text that a caller declares and others will read; empty when omitted. */
export function declaredText(description: string) {
  return z
    .string()
    .max(DECLARED_TEXT_CHARACTERS)
    .refine((text) => !DECEPTIVE.test(text), refusedAs('deceptive'))
    .default('')
    .describe(description);
}

/** A name that others will read: trimmed, with at least one visible character. */
export function nameText(description: string) {
  return z
    .string()
    .trim()
    .min(1)
    .max(NAME_CHARACTERS)
    .refine((text) => !DECEPTIVE.test(text), refusedAs('deceptive'))
    .refine((text) => /[^\p{Z}\p{C}]/u.test(text), refusedAs('invisible'))
    .describe(description);
}
