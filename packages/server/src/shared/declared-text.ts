import { z } from 'zod';

const DECLARED_TEXT_CHARACTERS = 200;
const NAME_CHARACTERS = 100;

/**
 * Control characters, line separators, bidirectional controls and halves of surrogate pairs: text that shows as something
 * else than it is (CVE-2021-42574) or breaks the line it stands in.
 */
const DECEPTIVE = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|\p{Cs}/u;

const NOT_DECEPTIVE = { message: 'must not contain control or bidirectional characters' };

/** Text that a caller declares and others will read; empty when it is left out. */
export function declaredText(description: string) {
  return z
    .string()
    .max(DECLARED_TEXT_CHARACTERS)
    .refine((text) => !DECEPTIVE.test(text), NOT_DECEPTIVE)
    .default('')
    .describe(description);
}

/** A name that others will read, without the space around it; something of it can be seen. */
export function nameText(description: string) {
  return z
    .string()
    .trim()
    .min(1)
    .max(NAME_CHARACTERS)
    .refine((text) => !DECEPTIVE.test(text), NOT_DECEPTIVE)
    .refine((text) => /[^\p{Z}\p{C}]/u.test(text), { message: 'must contain a visible character' })
    .describe(description);
}
