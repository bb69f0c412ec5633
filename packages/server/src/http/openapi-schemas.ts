import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

/** A JSON Schema, or any other JSON object of the document. */
export type JsonObject = Record<string, unknown>;

const DEFS = '#/$defs/';
const COMPONENTS = '#/components/schemas/';

/** Narrows a JSON value to an object. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isPrimitive(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function rewriteReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewriteReferences);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key === '$ref' && typeof member === 'string' && member.startsWith(DEFS)
        ? COMPONENTS + member.slice(DEFS.length)
        : rewriteReferences(member),
    ]),
  );
}

/** Collects the schemas of a document: those with an id become components, named once. */
export interface SchemaCollector {
  /** The JSON Schema for a position; `input` for what clients send, `output` for what they get. */
  readonly convert: (schema: z.ZodType, direction: 'input' | 'output') => JsonObject;
  readonly components: () => JsonObject;
}

/**
 * Zod schemas as JSON Schema 2020-12 for OpenAPI 3.1. Throws when one id would name two different schemas: in that case give the
 * request's shape its own id.
 */
export function createSchemaCollector(): SchemaCollector {
  const components = new Map<string, unknown>();

  function add(id: string, schema: unknown): void {
    const known = components.get(id);
    if (known !== undefined && !isDeepStrictEqual(known, schema)) {
      throw new Error(`the schema id ${id} names two different schemas`);
    }
    components.set(id, schema);
  }

  function convert(schema: z.ZodType, direction: 'input' | 'output'): JsonObject {
    // Wrapped, so that a schema with an id is referred to and not inlined.
    const document: unknown = z.toJSONSchema(z.object({ root: schema }), {
      io: direction,
      target: 'draft-2020-12',
      override: ({ zodSchema, jsonSchema }) => {
        // Clients must ignore members they do not know, so an open object is not described as closed.
        if (zodSchema instanceof z.ZodObject && zodSchema.def.catchall === undefined) {
          delete jsonSchema.additionalProperties;
        }
        // The library drops defaults of transformed values; a parameter read from text still has one.
        if (zodSchema instanceof z.ZodDefault && isPrimitive(zodSchema.def.defaultValue)) {
          jsonSchema.default = zodSchema.def.defaultValue;
        }
        if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      },
    });
    const rewritten = rewriteReferences(document);
    if (!isJsonObject(rewritten)) throw new TypeError('a JSON Schema is an object');
    const { $defs, properties } = rewritten;
    if (isJsonObject($defs)) {
      for (const [id, definition] of Object.entries($defs)) add(id, definition);
    }
    const root = isJsonObject(properties) ? properties['root'] : undefined;
    if (!isJsonObject(root)) throw new TypeError('the schema has no JSON form');
    return root;
  }

  return {
    convert,
    components: () => Object.fromEntries([...components].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}
