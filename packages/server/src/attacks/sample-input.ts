import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../http/openapi-schemas.ts';

/** A JSON value that the schema of an input takes, or nearly: what is written in patterns is not made. */
export function sampleInput(schema: z.ZodType, text: (name: string) => string): unknown {
  const document: unknown = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return isJsonObject(document) ? sample(document, document, '', text) : null;
}

function sample(schema: JsonObject, root: JsonObject, name: string, text: (name: string) => string): unknown {
  const { $ref: reference, const: fixed, enum: values, type } = schema;
  if (typeof reference === 'string') return sample(definition(root, reference), root, name, text);
  if (fixed !== undefined) return fixed;
  if (Array.isArray(values)) return firstValue(values);
  const first = firstOf(schema['anyOf']) ?? firstOf(schema['oneOf']);
  if (first !== null) return sample(first, root, name, text);
  switch (type) {
    case 'object': {
      const members = isJsonObject(schema['properties']) ? Object.entries(schema['properties']) : [];
      return Object.fromEntries(
        members.map(([member, inner]) => [member, isJsonObject(inner) ? sample(inner, root, member, text) : null]),
      );
    }
    case 'array':
      return isJsonObject(schema['items']) ? [sample(schema['items'], root, name, text)] : [];
    case 'integer':
    case 'number':
      return typeof schema['minimum'] === 'number' ? schema['minimum'] : 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return text(name);
  }
}

function firstValue([first]: readonly unknown[]): unknown {
  return first;
}

function firstOf(list: unknown): JsonObject | null {
  const first: unknown = Array.isArray(list) ? list[0] : null;
  return isJsonObject(first) ? first : null;
}

function definition(root: JsonObject, reference: string): JsonObject {
  const found = reference
    .slice(2)
    .split('/')
    .reduce<unknown>((value, step) => (isJsonObject(value) ? value[step] : undefined), root);
  return isJsonObject(found) ? found : {};
}
