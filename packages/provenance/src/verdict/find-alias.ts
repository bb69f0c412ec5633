import type { SignatureFacts } from '../c2pa/facts.ts';
import { NAME_ALIASES, type Alias, type AliasField } from './c2pa-aliases.ts';
import { SIGNER_ALIASES } from './c2pa-signer-aliases.ts';
import { comparable, plainName, productName } from './generator-name.ts';

export const ALIASES: readonly Alias[] = [...NAME_ALIASES, ...SIGNER_ALIASES];

interface Entry {
  alias: Alias;
  text: string;
  unit: string | null;
  signedBy: string | null;
}

/** By field, in the table's order, with the texts in the form in which they are compared. */
const ENTRIES: ReadonlyMap<AliasField, readonly Entry[]> = new Map(
  [...new Set(ALIASES.map(({ field }) => field))].map((field) => [
    field,
    ALIASES.filter((alias) => alias.field === field).map((alias) => ({
      alias,
      text: comparable(alias.text),
      unit: alias.unit === undefined ? null : comparable(alias.unit),
      signedBy: alias.signedBy === undefined ? null : comparable(alias.signedBy),
    })),
  ]),
);

/** The first row of the table that a manifest's text matches; null when none does. Names are compared whole or by words. */
export function findAlias(
  field: AliasField,
  text: string | null | undefined,
  signature: SignatureFacts | null,
): Alias | null {
  const value = comparable(text ?? '');
  if (value === '') return null;
  const entry = ENTRIES.get(field)?.find(
    (row) =>
      (row.alias.match === 'exact' ? value === row.text : startsWithWords(value, row.text)) &&
      (row.unit === null || row.unit === comparable(signature?.signer_unit ?? '')) &&
      (row.signedBy === null || startsWithWords(comparable(signature?.signer_organization ?? ''), row.signedBy)),
  );
  return entry?.alias ?? null;
}

/** A claim generator's product by its cleaned name, with its row; null when it names no product, or only toolkits. */
export function findProduct(text: string | null | undefined): { name: string; alias: Alias | null } | null {
  const name = productName(text, isToolkit);
  if (name === null) return null;
  // Toolkits of several words can be recognized only now.
  const alias = findAlias('generator', name, null);
  return alias?.kind === 'toolkit' ? null : { name, alias };
}

/** What follows the text that a row matched, without the separator; null when nothing does. */
export function restAfter(alias: Alias, text: string): string | null {
  const whole = plainName(text);
  return whole === null ? null : plainName(whole.slice(alias.text.length).replace(/^[\s/:_-]+/, ''));
}

function isToolkit(word: string): boolean {
  return findAlias('generator', word, null)?.kind === 'toolkit';
}

/** `Flux` is a prefix of `Flux.2` but not of `Fluxus`. */
export function startsWithWords(value: string, words: string): boolean {
  if (!value.startsWith(words)) return false;
  const next = value.slice(words.length, words.length + 1);
  return !/[\p{L}\p{N}]/u.test(next);
}
