import { Ajv2020 } from 'ajv/dist/2020.js';
import * as formats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../http/openapi-schemas.ts';
import { describeInterface } from '../../route-list.ts';
import { LANGUAGES, type Language } from '../../shared/language.ts';
import { openTestServer, type TestServer } from '../../testing/test-services.ts';
import { operationAnchor, schemaAnchor, type Operation } from './model.ts';
import { pagePath, REFERENCE_GROUPS, REFERENCE_PARTS, referenceSlug, type ReferencePart } from '../kit/site-map.ts';
import { exampleBody } from './example-body.ts';
import { readReference } from './read-reference.ts';
import { listOf, objectOf } from './read-shape.ts';

const ORIGIN = 'https://revera.example';
const document = describeInterface();
const reference = readReference(document, ORIGIN);
const operations = reference.groups.flatMap((group) => group.operations);

let server: TestServer;
/** By language and the part of the reference; '' is the index. */
const pages = new Map<string, string>();
beforeAll(async () => {
  server = await openTestServer({ settings: { BASE_URL: ORIGIN } });
  const { app } = server.variant({});
  for (const language of LANGUAGES) {
    for (const part of ['', ...REFERENCE_PARTS] as const) {
      const path = part === '' ? 'docs/reference' : `docs/reference/${referenceSlug(part)}`;
      pages.set(`${language} ${part}`, (await app.inject({ url: pagePath(language, path) })).body);
    }
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

/** How often an element has this anchor. */
function anchors(page: string, id: string): number {
  return page.split(`id="${id}"`).length - 1;
}

function pageOf(language: Language, part: '' | ReferencePart): string {
  return pages.get(`${language} ${part}`) ?? '';
}

const schemaNames = reference.schemas.map(({ name }) => name);

describe('GET /{language}/docs/reference', () => {
  it.each(LANGUAGES)('200 in %s: leads from each operation and schema to its page', (language) => {
    const page = pageOf(language, '');
    for (const { id, path } of documented()) {
      const part = reference.groups.find(({ operations: all }) => all.some((each) => each.id === id))?.tag;
      expect(page).toContain(`<code class="path">${path}</code>`);
      expect(page).toContain(
        `href="${pagePath(language, `docs/reference/${referenceSlug(part ?? 'Schemas')}`)}#${id}"`,
      );
    }
    for (const name of schemaNames) expect(page).toContain(`#${schemaAnchor(name)}"`);
  });

  it.each(LANGUAGES)('200 in %s: has every anchor that the one page of before had', (language) => {
    const old = [
      ...documented().map(({ id }) => operationAnchor(id)),
      ...schemaNames.map(schemaAnchor),
      ...reference.groups.map(({ tag }) => `tag-${tag.toLowerCase().replaceAll(' ', '-')}`),
      'common',
      'schemas',
    ];
    const page = pageOf(language, '');
    expect(old.filter((id) => anchors(page, id) !== 1)).toEqual([]);
  });
});

describe('GET /{language}/docs/reference/{group}', () => {
  it('has a page for every group of the OpenAPI document, verifying and signing before accounts', () => {
    expect(REFERENCE_GROUPS.toSorted()).toEqual(
      listOf(document['tags'])
        .map((tag) => String(objectOf(tag)['name']))
        .toSorted(),
    );
    expect(reference.groups.map(({ tag }) => tag)).toEqual(REFERENCE_GROUPS);
    expect(REFERENCE_GROUPS[0]).toBe('Content');
    expect(REFERENCE_GROUPS.indexOf('Credentials')).toBeLessThan(REFERENCE_GROUPS.indexOf('Account'));
  });

  it.each(LANGUAGES)(
    '200 in %s: each operation and schema of the OpenAPI document is on one page, once',
    (language) => {
      const all = REFERENCE_PARTS.map((part) => pageOf(language, part));
      const places = (id: string) => all.map((page) => anchors(page, id)).filter((count) => count > 0);
      for (const { id } of documented()) expect([id, places(operationAnchor(id))]).toEqual([id, [1]]);
      for (const name of Object.keys(objectOf(objectOf(document['components'])['schemas']))) {
        expect([name, places(schemaAnchor(name))]).toEqual([name, [1]]);
      }
    },
  );

  it('describes a schema with the one group that uses it, or with those that several share', () => {
    expect(anchors(pageOf('en', 'Account'), 'schema-Session')).toBe(1);
    expect(anchors(pageOf('en', 'Service'), 'schema-Health')).toBe(1);
    expect(anchors(pageOf('en', 'Schemas'), 'schema-Pagination')).toBe(1);
    expect(pageOf('en', 'Webhooks')).toContain('<a href="schemas#schema-Pagination">Pagination</a>');
    expect(pageOf('en', 'Account')).toContain('<a href="#schema-Session">Session</a>');
  });

  it.each(LANGUAGES)('200 in %s: is not too heavy for one page', (language) => {
    const weights = (['', ...REFERENCE_PARTS] as const).map((part) => Buffer.byteLength(pageOf(language, part)));
    expect(Math.min(...weights)).toBeGreaterThan(0);
    expect(Math.max(...weights)).toBeLessThan(300 * 1024);
  });

  it('marks the English texts on the Chinese page', () => {
    const { summary, description } = operationNamed('getHealth');
    const page = pageOf('zh-CN', 'Service');
    expect(page).toContain(`<span class="operation-summary" lang="en">${summary}</span>`);
    expect(page).toContain(`<p lang="en">${description.split('`')[0]}`);
  });
});

describe('the curl examples', () => {
  it.each(documented())('$method $path: names the method and the address', ({ id, method, path }) => {
    const example = operationNamed(id).examples.sh;
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
    expect(operationNamed(id).examples.sh).toBe(example);
  });
});

describe('the examples in other languages', () => {
  it.each(documented())('$method $path: send the same as curl', ({ id, method, path }) => {
    const { sh, js, python } = operationNamed(id).examples;
    expect(js).toContain(`${ORIGIN}${path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => `\${${name}}`)}`);
    expect(python).toContain(`.${method.toLowerCase()}(`);
    expect(python).toContain(`"${ORIGIN}${path}"`);
    expect(method === 'GET' || js.includes(`method: '${method}'`)).toBe(true);
    const [, body] = /-d '(.*)'/.exec(sh) ?? [];
    if (body !== undefined) expect(js.replaceAll(/\s/g, '')).toContain(body.replaceAll(/\s/g, ''));
    for (const [, field = ''] of sh.matchAll(/-F (\w+)=/g)) {
      expect(js).toContain(`form.set('${field}'`);
      expect(python).toContain(`"${field}": `);
    }
    expect([sh, js, python].map((text) => text.includes('REVERA_KEY'))).toEqual(
      [sh, js, python].map(() => sh.includes('REVERA_KEY')),
    );
  });

  it('answer what the description says', () => {
    const ajv = new Ajv2020({ strict: false });
    formats.default.default(ajv);
    ajv.addSchema({ ...document, $id: 'https://revera.example/openapi.json' });
    const shown = operations.flatMap(({ id, path, method, answerExample: example }) =>
      example === null ? [] : [{ id, path, method, example }],
    );
    expect(shown.length).toBeGreaterThan(100);
    for (const { id, path, method, example } of shown) {
      const responses = objectOf(
        objectOf(objectOf(objectOf(document['paths'])[path])[method.toLowerCase()])['responses'],
      );
      const status = Object.keys(responses).find((each) => {
        const content = objectOf(objectOf(responses[each])['content']);
        return each.startsWith('2') && 'application/json' in content;
      });
      const pointer = [
        'paths',
        path,
        method.toLowerCase(),
        'responses',
        status,
        'content',
        'application/json',
        'schema',
      ]
        .map((step) => encodeURIComponent(String(step).replaceAll('~', '~0').replaceAll('/', '~1')))
        .join('/');
      const isValid = ajv.validate({ $ref: `https://revera.example/openapi.json#/${pointer}` }, JSON.parse(example));
      expect([id, isValid, ajv.errorsText()]).toEqual([id, true, 'No errors']);
    }
  });
});
