import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import * as formats from 'ajv-formats';
import { isJsonObject, type JsonObject } from '../http/openapi-schemas.ts';

/** The parts of an answer that the document describes. */
export interface CheckedAnswer {
  statusCode: number;
  headers: Readonly<Record<string, unknown>>;
  body: string;
}

/** Answers the differences between an answer and the document; nothing when all is as documented. */
export type AnswerCheck = (method: string, path: string, answer: CheckedAnswer) => string[];

/**
 * Compares answers with an OpenAPI document by means that the server does not share: a JSON Schema validator over the published
 * text. The status must be documented by number, every documented header be present and of its type, the content type be
 * documented, and the body match its schema.
 */
export function createAnswerCheck(document: JsonObject): AnswerCheck {
  const validate = createValidate(document);
  return (method, path, answer) => {
    const at = ['paths', path, method.toLowerCase(), 'responses', String(answer.statusCode)];
    const response = member(document, at);
    if (response === undefined) return [`${method} ${path}: status ${answer.statusCode} is not documented`];
    return [...headerProblems(document, at, answer, validate), ...bodyProblems(document, at, answer, validate)];
  };
}

/** Checks a value against the schema at a place of the document. */
type Validate = (at: readonly string[], value: unknown) => string[];

const DOCUMENT_ID = 'https://example.invalid/openapi.json';

function createValidate(document: JsonObject): Validate {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  // The package is CommonJS; its own `default` is the plugin for every loader.
  formats.default.default(ajv);
  ajv.addSchema({ ...document, $id: DOCUMENT_ID }, DOCUMENT_ID, true, false);
  const compiled = new Map<string, ValidateFunction>();
  return (at, value) => {
    const pointer = at.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
    const check = compiled.get(pointer) ?? ajv.compile({ $ref: `${DOCUMENT_ID}#${encodeURI(pointer)}` });
    compiled.set(pointer, check);
    return check(value) ? [] : [`${pointer}: ${ajv.errorsText(check.errors)}`];
  };
}

function headerProblems(document: JsonObject, at: string[], answer: CheckedAnswer, validate: Validate): string[] {
  return Object.entries(member(document, [...at, 'headers']) ?? {}).flatMap(([name, header]) => {
    const value = answer.headers[name.toLowerCase()];
    if (value === undefined) return [`the header ${name} is missing from ${answer.statusCode}`];
    const reference = isJsonObject(header) ? header['$ref'] : undefined;
    const place = typeof reference === 'string' ? reference.split('/').slice(1) : [...at, 'headers', name];
    const schema = [...place, 'schema'];
    const isInteger = member(document, schema)?.['type'] === 'integer';
    // A header that is sent several times (Set-Cookie) is described once.
    return [value]
      .flat()
      .flatMap((one) =>
        validate(schema, isInteger && typeof one === 'string' && /^\d+$/.test(one) ? Number(one) : one),
      );
  });
}

function bodyProblems(document: JsonObject, at: string[], answer: CheckedAnswer, validate: Validate): string[] {
  const content = member(document, [...at, 'content']);
  if (content === undefined) return answer.body === '' ? [] : ['a body where none is documented'];
  const type = String(answer.headers['content-type']).split(';', 1)[0] ?? '';
  const documented = [type, ANY_FILE].find((one) => isJsonObject(content[one]));
  if (documented === undefined) return [`the content type ${type} is not documented`];
  const schema = [...at, 'content', documented, 'schema'];
  if (member(document, schema) === undefined) return [];
  const body: unknown = type === 'application/json' ? JSON.parse(answer.body) : answer.body;
  return validate(schema, body);
}

/** The documented type of a file of any type. */
const ANY_FILE = 'application/octet-stream';

function member(document: JsonObject, path: readonly string[]): JsonObject | undefined {
  const value = path.reduce<unknown>((found, step) => (isJsonObject(found) ? found[step] : undefined), document);
  return isJsonObject(value) ? value : undefined;
}
