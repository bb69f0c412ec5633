import { isJsonObject, type JsonObject } from '../../http/openapi-schemas.ts';
import type { Operation } from './model.ts';
import { listOf, objectOf, textOf } from './read-shape.ts';

const JSON_TYPE = 'application/json';

/**
 * A call of the operation for a shell. What only the caller knows stands as a variable: `$REVERA_KEY`, `$CID`; a session is in
 * `cookies.txt` and `$CSRF`, as the page on authentication makes them.
 */
export function curlExample(operation: Omit<Operation, 'example'>, requestBody: JsonObject, origin: string): string {
  const data = dataOf(requestBody);
  const address = `${origin}${operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => `$${name.toUpperCase()}`)}`;
  const parts = [
    ...(operation.method === (data.length > 0 ? 'POST' : 'GET') ? [] : [`-X ${operation.method}`]),
    ...credentialsOf(operation),
    ...data,
    ...(isDownload(operation) ? ['-OJ'] : []),
    address,
  ];
  return inLines(parts);
}

/** At most this wide in one line; more is broken after each part. */
const LINE_CHARACTERS = 76;

function inLines(parts: readonly string[]): string {
  const line = `curl ${parts.join(' ')}`;
  return line.length <= LINE_CHARACTERS ? line : `curl ${parts.join(' \\\n     ')}`;
}

function credentialsOf({ access, answers, method }: Omit<Operation, 'example'>): string[] {
  const schemes = new Set(access.map(({ scheme }) => scheme));
  const setsCookie = answers.some(({ headers }) => headers.some(({ name }) => name === 'Set-Cookie'));
  if (setsCookie && schemes.has('none')) return ['-c cookies.txt'];
  if (schemes.has('apiKey')) return [header('Authorization: Bearer $REVERA_KEY')];
  if (schemes.has('adminToken')) return [header('Authorization: Bearer $ADMIN_TOKEN')];
  if (!schemes.has('session')) return [];
  return ['-b cookies.txt', ...(method === 'GET' ? [] : [header('X-CSRF-Token: $CSRF')])];
}

/** In double quotes, in which the shell puts in the variable. */
function header(text: string): string {
  return `-H "${text}"`;
}

function isDownload({ answers }: Pick<Operation, 'answers'>): boolean {
  return answers.some(({ contents }) => contents.some(({ shape }) => shape === null));
}

function dataOf(requestBody: JsonObject): string[] {
  const content = objectOf(requestBody['content']);
  const form = objectOf(content['multipart/form-data'])['schema'];
  if (isJsonObject(form)) {
    return requiredOf(form).map(
      (name) => `-F ${name}=${isFile(form, name) ? '@photo.jpg' : String(exampleValue(name, form))}`,
    );
  }
  const json = objectOf(content[JSON_TYPE])['schema'];
  if (!isJsonObject(json) || requestBody['required'] !== true) return [];
  return [`-H 'Content-Type: ${JSON_TYPE}'`, `-d ${quoted(JSON.stringify(exampleBody(json)))}`];
}

function isFile(form: JsonObject, name: string): boolean {
  const property = objectOf(objectOf(form['properties'])[name]);
  return 'contentMediaType' in property || 'contentMediaType' in objectOf(property['items']);
}

/** The members that have to be there; where none has to, the first, for an empty change says nothing. */
export function exampleBody(schema: JsonObject): Record<string, unknown> {
  const required = requiredOf(schema);
  const names = required.length > 0 ? required : Object.keys(objectOf(schema['properties'])).slice(0, 1);
  return Object.fromEntries(names.map((name) => [name, exampleValue(name, schema)]));
}

function requiredOf(schema: JsonObject): string[] {
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

function exampleValue(name: string, schema: JsonObject): unknown {
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

/** In single quotes, in which the shell changes nothing. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
