import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DEFAULT_LIMITS } from '../shared/limits.ts';
import type { Permission } from '../shared/permissions.ts';
import type { RouteAuth } from './guards.ts';
import { buildOpenApi, openApiRoute } from './openapi.ts';
import { isJsonObject, type JsonObject } from './openapi-schemas.ts';
import { pageSchema, paginationQuery } from './pagination.ts';
import { defineRoute, type Route } from './route.ts';
import { createTestApp } from './test-app.ts';
import { OPENAPI_RULES } from './test-openapi-rules.ts';
import { whoRoute } from './test-routes.ts';
import { anonymousUploadPolicy, apiUploadPolicy } from './upload-policy.ts';

const thing = z.object({ id: z.string(), size: z.int().nullable(), open: z.looseObject({}) }).meta({ id: 'Thing' });
const basics = { summary: 'S', description: 'D', tags: ['Things'], errors: ['NOT_FOUND'] } as const;

const routes: readonly Route[] = [
  defineRoute({
    ...basics,
    method: 'GET',
    path: '/things',
    operationId: 'listThings',
    auth: { kind: 'key', scope: 'jobs:read' },
    rateLimit: 'api',
    query: z.object({ ...paginationQuery, kind: z.enum(['a', 'b']) }),
    responses: { 200: { description: 'A page', schema: pageSchema(thing) } },
    handler: ({ query }) => ({
      status: 200,
      body: { data: [], pagination: { limit: query.limit, offset: 0 }, total: 0 },
    }),
  }),
  defineRoute({
    ...basics,
    method: 'POST',
    path: '/things',
    operationId: 'uploadThing',
    auth: { kind: 'optional_key', scope: 'content:verify' },
    rateLimit: 'none',
    headers: z.object({
      prefer: z.string().optional().describe('respond-async'),
      'idempotency-key': z.string().optional(),
    }),
    multipart: {
      part: 'file',
      partDescription: 'The thing',
      policy: apiUploadPolicy(DEFAULT_LIMITS, () => false),
      fields: z.object({ note: z.string().default('') }),
    },
    responses: {
      200: { description: 'Done', schema: thing },
      202: { description: 'Accepted', schema: thing, headers: { Location: { description: 'The job' } } },
    },
    handler: () => ({ status: 200, body: { id: 'x', size: null, open: {} } }),
  }),
  defineRoute({
    ...basics,
    method: 'POST',
    path: '/things/{id}/parts',
    operationId: 'uploadParts',
    auth: { kind: 'administrator' },
    rateLimit: 'none',
    errorStatuses: { 410: ['NOT_FOUND'] },
    params: z.object({ id: z.string() }),
    multipart: {
      part: 'files',
      partDescription: 'The parts',
      policy: anonymousUploadPolicy(DEFAULT_LIMITS),
      fields: z.object({}),
    },
    responses: { 204: { description: 'Nothing' } },
    handler: () => ({ status: 204, body: undefined }),
  }),
  defineRoute({
    ...basics,
    method: 'GET',
    path: '/secret',
    operationId: 'secret',
    hidden: true,
    auth: { kind: 'none' },
    rateLimit: 'none',
    responses: { 200: { description: 'Page', contentType: 'text/html; charset=utf-8' } },
    handler: () => ({ status: 200, body: '<p>' }),
  }),
];

const options = { title: 'T', description: 'D', serverUrl: 'http://127.0.0.1' };

function at(document: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, step) => (isJsonObject(value) ? value[step] : undefined), document);
}

function everyObject(value: unknown): JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(everyObject);
  if (!isJsonObject(value)) return [];
  return [value, ...Object.values(value).flatMap(everyObject)];
}

describe('the OpenAPI document', () => {
  const document = buildOpenApi(routes, options);

  it('names its version and leaves hidden routes out', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '1.1.0' } });
    expect(Object.keys(document['paths'] as object)).toEqual(['/things', '/things/{id}/parts']);
  });

  it('resolves every reference', () => {
    const references = everyObject(document).flatMap((value) =>
      typeof value['$ref'] === 'string' ? [value['$ref']] : [],
    );
    expect(references.length).toBeGreaterThan(10);
    for (const reference of references) {
      expect(reference).toMatch(/^#\//);
      expect({ reference, target: at(document, reference.slice(2).split('/')) }).not.toHaveProperty(
        'target',
        undefined,
      );
    }
  });

  it('has only valid JSON Schemas', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const schemas = everyObject(document).flatMap((value) => (isJsonObject(value['schema']) ? [value['schema']] : []));
    ajv.addSchema({ $id: 'https://example.invalid/document', ...document }, undefined, true, false);
    const components = at(document, ['components', 'schemas']) as Record<string, JsonObject>;
    for (const schema of [...schemas, ...Object.values(components)]) {
      expect(ajv.validateSchema(schema), ajv.errorsText()).toBe(true);
    }
  });

  it('fits the structural rules of OpenAPI 3.1', () => {
    const ajv = new Ajv2020({ strict: false });
    expect(ajv.validate(OPENAPI_RULES, document), ajv.errorsText()).toBe(true);
  });

  it('describes inputs', () => {
    expect(at(document, ['paths', '/things', 'get', 'parameters'])).toMatchObject([
      {
        name: 'limit',
        in: 'query',
        required: false,
        schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
      },
      { name: 'offset', in: 'query', required: false, schema: { type: 'integer', minimum: 0, default: 0 } },
      { name: 'kind', in: 'query', required: true, schema: { enum: ['a', 'b'] } },
    ]);
    expect(at(document, ['paths', '/things', 'post', 'parameters'])).toMatchObject([
      { name: 'Prefer', in: 'header', required: false, description: 'respond-async' },
      { name: 'Idempotency-Key', in: 'header', required: false },
    ]);
    expect(
      at(document, ['paths', '/things', 'post', 'requestBody', 'content', 'multipart/form-data', 'schema']),
    ).toEqual({
      type: 'object',
      properties: {
        file: { type: 'string', contentMediaType: 'application/octet-stream', description: 'The thing' },
        note: { type: 'string', default: '' },
      },
      required: ['file'],
    });
    expect(
      at(document, [
        'paths',
        '/things/{id}/parts',
        'post',
        'requestBody',
        'content',
        'multipart/form-data',
        'schema',
        'properties',
        'files',
      ]),
    ).toMatchObject({
      type: 'array',
      maxItems: 20,
    });
  });

  it('describes answers, errors grouped by status, and who may call', () => {
    const responses = at(document, ['paths', '/things', 'get', 'responses']);
    expect(Object.keys(responses as object)).toEqual([
      '200',
      '401',
      '403',
      '404',
      '422',
      '429',
      '500',
      '503',
      'default',
    ]);
    expect(at(responses, ['401', 'description'])).toMatch(/^`AUTH_REQUIRED`: .*\n\n`INVALID_API_KEY`: /);
    expect(at(responses, ['429', 'headers'])).toHaveProperty('Retry-After');
    expect(at(responses, ['200', 'headers'])).toHaveProperty('RateLimit-Remaining');
    expect(at(document, ['paths', '/things', 'post', 'responses', '202', 'headers'])).toHaveProperty('Location');
    expect(at(document, ['paths', '/things', 'post', 'security'])).toEqual([{}, { apiKey: ['content:verify'] }]);
    expect(at(document, ['paths', '/things/{id}/parts', 'post', 'responses'])).toHaveProperty('410');
    expect(Object.keys(at(document, ['components', 'schemas']) as object)).toEqual([
      'ApiError',
      'HTTPValidationError',
      'Pagination',
      'Thing',
      'ValidationError',
    ]);
    expect(at(document, ['components', 'schemas', 'Thing'])).not.toHaveProperty('additionalProperties');
  });

  it.each([
    [{ kind: 'none' }, []],
    [{ kind: 'key', scope: 'jobs:read' }, [{ apiKey: ['jobs:read'] }]],
    [{ kind: 'optional_key', scope: 'jobs:read' }, [{}, { apiKey: ['jobs:read'] }]],
    [{ kind: 'session' }, [{ session: [] }]],
    [{ kind: 'member', permission: 'keys:read' }, [{ session: ['keys:read'] }]],
    [
      { kind: 'key_or_member', scope: 'content:sign', permission: 'content:sign' },
      [{ apiKey: ['content:sign'] }, { session: ['content:sign'] }],
    ],
    [
      { kind: 'optional_key_or_member', scope: 'jobs:read', permission: 'jobs:read' },
      [{}, { apiKey: ['jobs:read'] }, { session: ['jobs:read'] }],
    ],
    [{ kind: 'administrator' }, [{ adminToken: [] }, { session: ['administrator'] }]],
  ] satisfies [RouteAuth, object[]][])('describes who passes %j, by schemes that it defines', (auth, security) => {
    const described = buildOpenApi([whoRoute('/who', 'who', auth)], options);
    expect(at(described, ['paths', '/who', 'get', 'security'])).toEqual(security);
    const schemes = Object.keys(at(described, ['components', 'securitySchemes']) as object);
    for (const name of security.flatMap((each) => Object.keys(each))) expect(schemes).toContain(name);
  });

  it('describes the answer to a method that a path does not have, once for all paths', () => {
    expect(at(document, ['components', 'responses', 'MethodNotAllowed'])).toMatchObject({
      description: expect.stringContaining('METHOD_NOT_ALLOWED') as string,
      headers: { Allow: { schema: { type: 'string' } } },
    });
  });

  it('describes a session as a cookie with its header against forgery', () => {
    expect(at(document, ['components', 'securitySchemes', 'session'])).toMatchObject({
      type: 'apiKey',
      in: 'cookie',
      name: '__Host-revera_session',
      description: expect.stringContaining('X-CSRF-Token') as string,
    });
  });

  it('describes what a guard refuses by the permission that it asks for', () => {
    const refusals = (permission: Permission) => {
      const described = buildOpenApi([whoRoute('/who', 'who', { kind: 'member', permission })], options);
      return at(described, ['paths', '/who', 'get', 'responses', '403', 'description']);
    };
    expect(refusals('keys:manage')).toMatch(/SCOPE_DENIED[^]*WORKSPACE_SUSPENDED[^]*ACCOUNT_EMAIL_NOT_VERIFIED/);
    expect(refusals('keys:read')).not.toMatch(/WORKSPACE_SUSPENDED|ACCOUNT_EMAIL_NOT_VERIFIED/);
  });

  it('refuses one schema id for two schemas', () => {
    const other = z.object({ other: z.string() }).meta({ id: 'Thing' });
    const clash = defineRoute({
      ...basics,
      method: 'GET',
      path: '/clash',
      operationId: 'clash',
      auth: { kind: 'none' },
      rateLimit: 'none',
      responses: { 200: { description: 'x', schema: other } },
      handler: () => ({ status: 200, body: { other: '' } }),
    });
    expect(() => buildOpenApi([...routes, clash], options)).toThrow('names two different schemas');
  });

  it('200 is served by a route that describes itself', async () => {
    const test = await createTestApp([...routes, openApiRoute(routes, options)]);
    const answer = await test.app.inject('/openapi.json');
    expect(answer.statusCode).toBe(200);
    expect(at(answer.json(), ['paths', '/openapi.json', 'get', 'operationId'])).toBe('getOpenApi');
    expect(test.breaches).toEqual([]);
  });
});
