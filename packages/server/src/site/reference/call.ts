import { isJsonObject, type JsonObject } from '../../http/openapi-schemas.ts';
import type { Operation } from './model.ts';
import { exampleBody, exampleValue, requiredOf } from './example-body.ts';
import { objectOf } from './read-shape.ts';

const JSON_TYPE = 'application/json';

/** What an operation is before its examples are written. */
export type OperationFacts = Omit<Operation, 'examples' | 'answerExample'>;

/** How a caller shows who it is. */
export type Credentials = 'none' | 'getsCookies' | 'apiKey' | 'adminToken' | 'session';

/** A call as every example of it says it. What only the caller knows is a name: of a variable in the path, of a key. */
export interface Call {
  readonly method: string;
  /** With `{cid}` where the caller puts something in. */
  readonly address: string;
  readonly credentials: Credentials;
  /** Fields of a form, in their order; a file is one of `photo.jpg`. */
  readonly form: readonly { readonly name: string; readonly text: string | null }[];
  readonly json: Record<string, unknown> | null;
  /** Whether the answer is a file. */
  readonly isDownload: boolean;
}

export function callOf(operation: OperationFacts, requestBody: JsonObject, origin: string): Call {
  return {
    method: operation.method,
    address: `${origin}${operation.path}`,
    credentials: credentialsOf(operation),
    form: formOf(requestBody),
    json: jsonOf(requestBody),
    isDownload: operation.answers.some(({ contents }) => contents.some(({ shape }) => shape === null)),
  };
}

function credentialsOf({ access, answers }: OperationFacts): Credentials {
  const schemes = new Set(access.map(({ scheme }) => scheme));
  const setsCookie = answers.some(({ headers }) => headers.some(({ name }) => name === 'Set-Cookie'));
  if (setsCookie && schemes.has('none')) return 'getsCookies';
  if (schemes.has('apiKey')) return 'apiKey';
  if (schemes.has('adminToken')) return 'adminToken';
  return schemes.has('session') ? 'session' : 'none';
}

function formOf(requestBody: JsonObject): Call['form'] {
  const form = objectOf(objectOf(requestBody['content'])['multipart/form-data'])['schema'];
  if (!isJsonObject(form)) return [];
  return requiredOf(form).map((name) => ({
    name,
    text: isFile(form, name) ? null : String(exampleValue(name, form)),
  }));
}

function isFile(form: JsonObject, name: string): boolean {
  const property = objectOf(objectOf(form['properties'])[name]);
  return 'contentMediaType' in property || 'contentMediaType' in objectOf(property['items']);
}

function jsonOf(requestBody: JsonObject): Call['json'] {
  const json = objectOf(objectOf(requestBody['content'])[JSON_TYPE])['schema'];
  return isJsonObject(json) && requestBody['required'] === true ? exampleBody(json) : null;
}
