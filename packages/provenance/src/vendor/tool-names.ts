import { cleanValue } from './clean-value.ts';
import type { VendorEvidence } from './facts.ts';
import { isNamed, startsWithName, startsWithVersioned } from './match-name.ts';
import { CREDITS, GENERATOR_NAMES, type GeneratorName } from './rules/generator-names.ts';
import { ENCODER_NAMES, SOFTWARE_MARKS, SOFTWARE_NAMES, type SoftwareName } from './rules/software-names.ts';
import type { TextField } from './text-field.ts';

type Named = Pick<VendorEvidence, 'rule' | 'kind' | 'strength' | 'vendor' | 'model'>;

/** A generator's name where a field says which program wrote the file. In the history of edits it names an edit. */
export function generatorNames(fields: readonly TextField[]): VendorEvidence[] {
  return fields.flatMap((field) => {
    if (field.role !== 'tool') return [];
    const row = generatorIn(field.text.trim());
    if (row === undefined) return [];
    const kind = field.key === 'softwareAgent' ? 'edited' : 'generated';
    return [evidence(field, { rule: row.rule, kind, strength: 'medium', vendor: row.vendor, model: null })];
  });
}

/** IPTC's `AISystemUsed` and `AISystemVersionUsed`: any writer fills them, so they count like a name in a tool field. */
export function aiSystems(fields: readonly TextField[]): VendorEvidence[] {
  const version = fields.find(({ role }) => role === 'ai_system_version');
  return fields.flatMap((field) => {
    const vendor = field.role === 'ai_system' ? cleanValue(field.text) : null;
    if (vendor === null) return [];
    const model = version === undefined ? null : cleanValue(version.text);
    return [evidence(field, { rule: 'ai-system-used', kind: 'generated', strength: 'medium', vendor, model })];
  });
}

/** Credit lines that products write: the whole value. */
export function credits(fields: readonly TextField[]): VendorEvidence[] {
  return fields.flatMap((field) => {
    if (field.role !== 'credit') return [];
    const text = field.text.trim().toLowerCase();
    return CREDITS.filter(({ values }) => values.includes(text)).map(({ rule, kind, vendor }) =>
      evidence(field, { rule, kind, strength: 'high', vendor, model: null }),
    );
  });
}

/** Editors, encoders with a product's name, platforms. Tool fields come first: they state the version. */
export function softwareNames(fields: readonly TextField[]): VendorEvidence[] {
  const found = (from: readonly TextField[], read: (field: TextField) => Named | null): VendorEvidence[] =>
    from.flatMap((field) => {
      const named = read(field);
      return named === null ? [] : [evidence(field, named)];
    });
  const isTool = ({ role }: TextField): boolean => role === 'tool';
  return [
    ...found(fields.filter(isTool), ({ text }) => softwareIn(text.trim())),
    ...found(
      fields.filter((field) => !isTool(field)),
      markIn,
    ),
  ];
}

/** Whether a field for a tool or device holds a name that no table knows. */
export function isUnattributed({ role, text }: TextField): boolean {
  const value = text.trim();
  if (role === 'make' || role === 'model') return value !== '';
  return role === 'tool' && value !== '' && !isEncoder(value);
}

function isEncoder(text: string): boolean {
  return ENCODER_NAMES.some(
    (name) => startsWithName(text, name) || (/^\d/.test(text.slice(name.length)) && text.startsWith(name)),
  );
}

function generatorIn(text: string): GeneratorName | undefined {
  return GENERATOR_NAMES.find(({ names, followers }) => names.some((name) => isNamed(text, name, followers)));
}

/** Some generators are named like their makers' editors: `Adobe Firefly` is not one of Adobe's editors. */
function softwareIn(text: string): Named | null {
  if (generatorIn(text) !== undefined) return null;
  const row = SOFTWARE_NAMES.find(({ names, versioned }) =>
    names.some((name) => (versioned === true ? startsWithVersioned(text, name) : startsWithName(text, name))),
  );
  if (row === undefined) return null;
  return { rule: row.rule, kind: 'software', strength: 'medium', vendor: row.vendor, model: productOf(text, row) };
}

/** Name and version, without a leading vendor name. */
function productOf(text: string, { vendor, strip = vendor, nameOnly }: SoftwareName): string | null {
  if (nameOnly === true) return null;
  const isPrefixed = startsWithName(text, strip);
  return cleanValue((isPrefixed ? text.slice(strip.length).replace(/^[\s_/]+/u, '') : text).replaceAll('_', ' '));
}

function markIn({ container, key, text }: TextField): Named | null {
  for (const mark of SOFTWARE_MARKS) {
    if ((mark.container !== 'any' && mark.container !== container) || !mark.key.test(key)) continue;
    const match = mark.text.exec(text.trim());
    if (match === null) continue;
    const model = cleanValue(match.groups?.['model'] ?? '');
    return { rule: mark.rule, kind: 'software', strength: 'medium', vendor: mark.vendor, model };
  }
  return null;
}

function evidence({ name, location, offset }: TextField, named: Named): VendorEvidence {
  return { ...named, field: name, location, offset, attested: null };
}
