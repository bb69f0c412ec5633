import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { LANGUAGE_PATHS, type Language } from '../../shared/language.ts';

/** Beside the texts themselves, and delivered with them. */
const TABLE = './content/changed.json';

/** For each text by its path (`en/docs/verify`): the day on which it became what it is, and by what that is known. */
export const articleDatesSchema = z.record(
  z.string(),
  z.object({ changed: z.iso.date(), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
);

/** The day on which the text of a page last changed, as `2026-11-23`; null where none is known. */
export function openArticleDates(): (language: Language, article: string | null) => string | null {
  const path = fileURLToPath(new URL(TABLE, import.meta.url));
  const dates = existsSync(path) ? articleDatesSchema.parse(JSON.parse(readFileSync(path, 'utf8'))) : {};
  return (language, article) => dates[`${LANGUAGE_PATHS[language]}/${article ?? ''}`]?.changed ?? null;
}
