import { Ajv2020 } from 'ajv/dist/2020.js';
import * as formats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../http/openapi-schemas.ts';
import { describeInterface } from '../../route-list.ts';
import { LANGUAGES, type Language } from '../../shared/language.ts';
import { openTestServer, type TestServer } from '../../testing/test-services.ts';
import { operationAnchor, schemaAnchor, type Operation } from './model.ts';
import { pagePath } from '../kit/site-map.ts';
import { REFERENCE } from './words.ts';
import { exampleBody } from './curl-example.ts';
import { readReference } from './read-reference.ts';
import { objectOf } from './read-shape.ts';

const ORIGIN = 'https://revera.example';
const document = describeInterface();
const reference = readReference(document, ORIGIN);
const operations = reference.groups.flatMap((group) => group.operations);

let server: TestServer;
const pages = new Map<Language, string>();
beforeAll(async () => {
  server = await openTestServer({ settings: { BASE_URL: ORIGIN } });
  const { app } = server.variant({});
  for (const language of LANGUAGES) {
    pages.set(language, (await app.inject({ url: pagePath(language, 'docs/reference') })).body);
  }
});
afterAll(() => server.close());

function operationNamed(id: string): Operation {
  const found = operations.find((operation) => operation.id === id);
  if (found === undefined) throw new Error(`there is no operation ${id}`);
  return found;
}

/** Every operation of the document, as it stands there. */
function documented(): { id: string; method: string; path: string; requestBody: JsonObject }[] {
  return Object.entries(objectOf(document['paths'])).flatMap(([path, item]) =>
    Object.entries(objectOf(item)).map(([method, operation]) => ({
      id: String(objectOf(operation)['operationId']),
      method: method.toUpperCase(),
      path,
      requestBody: objectOf(objectOf(operation)['requestBody']),
    })),
  );
}

describe('GET /{language}/docs/reference', () => {
  it.each(LANGUAGES)('200 in %s: has each operation and schema of the OpenAPI document once', (language) => {
    const page = pages.get(language) ?? '';
    for (const { id, path } of documented()) {
      expect(page.split(`id="${operationAnchor(id)}"`)).toHaveLength(2);
      expect(page).toContain(`<code class="path">${path}</code>`);
    }
    for (const name of Object.keys(objectOf(objectOf(document['components'])['schemas']))) {
      expect(page.split(`id="${schemaAnchor(name)}"`)).toHaveLength(2);
    }
  });

  it.each(LANGUAGES)('200 in %s: is not too heavy for one page', (language) => {
    expect(Buffer.byteLength(pages.get(language) ?? '')).toBeLessThan(300 * 1024);
  });

  it('has a name for each group in both languages', () => {
    for (const { tag } of reference.groups) {
      for (const language of LANGUAGES) expect(Object.keys(REFERENCE[language].tags)).toContain(tag);
    }
  });

  it('marks the English texts on the Chinese page', () => {
    const { summary, description } = operationNamed('getHealth');
    const page = pages.get('zh-CN') ?? '';
    expect(page).toContain(`<span class="operation-summary" lang="en">${summary}</span>`);
    expect(page).toContain(`<p lang="en">${description.split('`')[0]}`);
  });
});

describe('the curl examples', () => {
  it.each(documented())('$method $path: names the method and the address', ({ id, method, path }) => {
    const { example } = operationNamed(id);
    const isImplied = method === (/ -[dF] /.test(example) ? 'POST' : 'GET');
    expect(example.includes(` -X ${method} `) || isImplied).toBe(true);
    expect(
      example.endsWith(`${ORIGIN}${path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => `$${name.toUpperCase()}`)}`),
    ).toBe(true);
  });

  it('send bodies that the description allows', () => {
    const ajv = new Ajv2020({ strict: false });
    formats.default.default(ajv);
    const bodies = documented().flatMap(({ id, requestBody }) => {
      const schema = objectOf(objectOf(requestBody['content'])['application/json'])['schema'];
      return schema === undefined ? [] : [{ id, schema: objectOf(schema) }];
    });
    expect(bodies.length).toBeGreaterThan(10);
    for (const { id, schema } of bodies) {
      expect([id, ajv.validate(schema, exampleBody(schema)), ajv.errorsText()]).toEqual([id, true, 'No errors']);
    }
  });

  it.each([
    ['getHealth', `curl ${ORIGIN}/health`],
    [
      'verifyContent',
      `curl -H "Authorization: Bearer $REVERA_KEY" \\\n     -F file=@photo.jpg \\\n     ${ORIGIN}/v1/content/verify`,
    ],
    ['analyzeFiles', `curl -F files=@photo.jpg ${ORIGIN}/api/analyze`],
    [
      'signIn',
      `curl -c cookies.txt \\\n     -H 'Content-Type: application/json' \\\n     -d '{"email":"you@example.com","password":"…"}' \\\n     ${ORIGIN}/v1/auth/login`,
    ],
    [
      'signOut',
      `curl -X POST \\\n     -b cookies.txt \\\n     -H "X-CSRF-Token: $CSRF" \\\n     ${ORIGIN}/v1/auth/logout`,
    ],
    ['getAccount', `curl -b cookies.txt ${ORIGIN}/v1/account`],
    [
      'revokeCredential',
      `curl -X POST \\\n     -H "Authorization: Bearer $REVERA_KEY" \\\n     ${ORIGIN}/v1/content/credentials/$CID/revoke`,
    ],
    [
      'getCredentialAsset',
      `curl -H "Authorization: Bearer $REVERA_KEY" \\\n     -OJ \\\n     ${ORIGIN}/v1/content/credentials/$CID/asset`,
    ],
    ['listAllAccounts', `curl -H "Authorization: Bearer $ADMIN_TOKEN" \\\n     ${ORIGIN}/v1/admin/accounts`],
  ])('%s', (id, example) => {
    expect(operationNamed(id).example).toBe(example);
  });
});
