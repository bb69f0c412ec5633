import type { JsonObject } from '../../http/openapi-schemas.ts';
import { listOf, objectOf, textOf } from './read-shape.ts';

/** The members that have to be there; where none has to, the first, for an empty change says nothing. */
export function exampleBody(schema: JsonObject): Record<string, unknown> {
  const required = requiredOf(schema);
  const names = required.length > 0 ? required : Object.keys(objectOf(schema['properties'])).slice(0, 1);
  return Object.fromEntries(names.map((name) => [name, exampleValue(name, schema)]));
}

export function requiredOf(schema: JsonObject): string[] {
  return listOf(schema['required']).map(textOf);
}

/** Of members that take a text of some kind. */
const EXAMPLES: Readonly<Record<string, string>> = {
  email: 'you@example.com',
  name: 'Example',
  code: '123456',
  reason: 'Asked for by its owner',
  url: 'https://example.com/hook',
  month: '2026-10',
  title: 'Example',
  invoice_no: '26112000000012345678',
};
const INSTANT = '2026-11-01T00:00:00Z';

/** For what nobody writes down: passwords, tokens. */
const SECRET = '…';

export function exampleValue(name: string, schema: JsonObject): unknown {
  const given = objectOf(objectOf(schema['properties'])[name]);
  // A value or null: an example has the value.
  const property = objectOf(listOf(given['anyOf'])[0] ?? given);
  const { type, enum: values } = property;
  // The last one is the least powerful: nobody is made an owner by an example.
  if (Array.isArray(values)) return listOf(values).at(-1);
  if (property['const'] !== undefined) return property['const'];
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return property['minimum'] ?? 1;
  if (type === 'array') return typeof property['minItems'] === 'number' ? [exampleItem(property)] : [];
  if (type === 'object') return exampleBody(property);
  return EXAMPLES[name] ?? (property['format'] === 'date-time' ? INSTANT : SECRET);
}

/** The first one where there is a choice, which is the most usual. */
function exampleItem(list: JsonObject): unknown {
  const items = objectOf(list['items']);
  const [first] = listOf(items['enum']);
  return first ?? exampleValue('items', { properties: { items } });
}
