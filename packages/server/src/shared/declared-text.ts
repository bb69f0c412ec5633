import { z } from 'zod';

const DECLARED_TEXT_CHARACTERS = 200;

/**
 * Control characters, line separators, bidirectional controls and halves of surrogate pairs: text that shows as something
 * else than it is (CVE-2021-42574) or breaks the line it stands in.
 */
const DECEPTIVE = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|\p{Cs}/u;

/** Text that a caller declares and others will read; empty when it is left out. */
export function declaredText(description: string) {
  return z
    .string()
    .max(DECLARED_TEXT_CHARACTERS)
    .refine((text) => !DECEPTIVE.test(text), { message: 'must not contain control or bidirectional characters' })
    .default('')
    .describe(description);
}
