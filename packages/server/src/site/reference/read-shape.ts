import { isJsonObject, type JsonObject } from '../../http/openapi-schemas.ts';
import type { Bounds, Field, Shape } from './model.ts';

const COMPONENTS = '#/components/schemas/';
const BYTES = 'application/octet-stream';

export function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? Array.from<unknown>(value) : [];
}

/**
 * A JSON Schema as people read it. Knows what the description of our own routes uses; a keyword that changes the meaning and is
 * not known is refused, so that the reference never says less than the description.
 * @throws for such a keyword
 */
export function readShape(schema: JsonObject): Shape {
  const unknown = Object.keys(schema).find((keyword) => !KEYWORDS.has(keyword));
  if (unknown !== undefined) throw new Error(`the reference cannot show the keyword ${unknown}`);
  const options = listOf(schema['anyOf']).filter(isJsonObject);
  if (options.length > 0) return readOptions(schema, options);
  const types = [schema['type']].flat().filter((type) => typeof type === 'string');
  return {
    types: types.filter((type) => type !== 'null'),
    nullable: types.includes('null'),
    ref: textOf(schema['$ref']).startsWith(COMPONENTS) ? textOf(schema['$ref']).slice(COMPONENTS.length) : null,
    values: ('const' in schema ? [schema['const']] : listOf(schema['enum'])).map(String),
    bounds: boundsOf(schema),
    fallback: fallbackOf(schema),
    items: isJsonObject(schema['items']) ? readShape(schema['items']) : null,
    fields: fieldsOf(schema),
    isOpen: 'additionalProperties' in schema && schema['additionalProperties'] !== false,
    isFile: schema['contentMediaType'] === BYTES,
  };
}

const KEYWORDS: ReadonlySet<string> = new Set(
  `$ref type enum const anyOf items properties required additionalProperties propertyNames minLength maxLength minimum maximum
  minItems maxItems pattern format default description contentMediaType`.split(/\s+/),
);

/** Of the choices that JSON Schema has, our routes use one: a value or null. */
function readOptions(schema: JsonObject, options: readonly JsonObject[]): Shape {
  const values = options.filter(({ type }) => type !== 'null');
  const [value] = values;
  if (value === undefined || values.length > 1) throw new Error('the reference cannot show a choice of several values');
  const shape = readShape(value);
  return { ...shape, nullable: values.length < options.length, fallback: shape.fallback ?? fallbackOf(schema) };
}

function fieldsOf(schema: JsonObject): Field[] {
  const required = new Set(listOf(schema['required']));
  return Object.entries(objectOf(schema['properties'])).map(([name, property]) => {
    const own = objectOf(property);
    return { name, description: descriptionOf(own), isRequired: required.has(name), shape: readShape(own) };
  });
}

function descriptionOf(schema: JsonObject): string {
  const inner = listOf(schema['anyOf']).filter(isJsonObject);
  return [schema, ...inner].map(({ description }) => textOf(description)).find((text) => text !== '') ?? '';
}

function boundsOf(schema: JsonObject): Bounds {
  if ('minLength' in schema || 'maxLength' in schema)
    return bounds('characters', schema['minLength'], schema['maxLength']);
  if ('minItems' in schema || 'maxItems' in schema) return bounds('items', schema['minItems'], schema['maxItems']);
  return bounds('number', schema['minimum'], schema['maximum']);
}

function bounds(of: Bounds['of'], min: unknown, max: unknown): Bounds {
  return { of, min: typeof min === 'number' ? min : null, max: typeof max === 'number' ? max : null };
}

function fallbackOf(schema: JsonObject): string | null {
  const value = schema['default'];
  return value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value);
}
