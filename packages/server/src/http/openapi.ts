import { z } from 'zod';
import { ERROR_CODES, type ErrorCode } from '../shared/error-codes.ts';
import { lazy } from '../shared/lazy.ts';
import { CSRF_COOKIE, SESSION_COOKIE } from '../shared/session-token.ts';
import { apiErrorSchema, httpValidationErrorSchema } from './error-schemas.ts';
import { guardErrorCodes, recentNeedOf, type RouteAuth } from './guards.ts';
import { PLAIN_FAILURE } from './plain-refusal.ts';
import { createSchemaCollector, isJsonObject, type JsonObject, type SchemaCollector } from './openapi-schemas.ts';
import { defineRoute, errorCodesOf, type ResponseSpec, type Route, validatesInput } from './route.ts';

/** The version of the API, not of the program. */
const INTERFACE_VERSION = '1.1.0';

export interface OpenApiOptions {
  readonly title: string;
  readonly description: string;
  readonly serverUrl: string;
}

const REQUEST_ID_HEADER = { 'X-Request-Id': { $ref: '#/components/headers/XRequestId' } };
const RATE_LIMIT_HEADERS = {
  'RateLimit-Limit': { $ref: '#/components/headers/RateLimitLimit' },
  'RateLimit-Remaining': { $ref: '#/components/headers/RateLimitRemaining' },
  'RateLimit-Reset': { $ref: '#/components/headers/RateLimitReset' },
};
/** Sent when something bounds the operation. */
const QUOTA_HEADERS = {
  'Quota-Limit': { $ref: '#/components/headers/QuotaLimit' },
  'Quota-Remaining': { $ref: '#/components/headers/QuotaRemaining' },
  'Quota-Reset': { $ref: '#/components/headers/QuotaReset' },
};

function integerHeader(description: string, required = true): JsonObject {
  return { description, required, schema: { type: 'integer', minimum: 0 } };
}

const HEADER_COMPONENTS: JsonObject = {
  XRequestId: {
    description:
      'Names the request in every log. Your own X-Request-Id when you sent one of 1 to 64 letters, digits, `_`, `.` and `-`; then X-Revera-Request-Id has ours.',
    required: true,
    schema: { type: 'string' },
  },
  RateLimitLimit: integerHeader('Requests that may be made at once'),
  RateLimitRemaining: integerHeader('Requests left now'),
  RateLimitReset: integerHeader('Seconds until the limit is whole again, or until the next request is allowed'),
  QuotaLimit: integerHeader('Units of the operation that this period includes; absent when nothing bounds it', false),
  QuotaRemaining: integerHeader('Units left in this period', false),
  QuotaReset: integerHeader('Seconds until the next period begins', false),
  RetryAfter: integerHeader('Seconds to wait before trying again'),
};

/** Answers outside the described operations: on a path that has other methods. */
const RESPONSE_COMPONENTS: JsonObject = {
  MethodNotAllowed: {
    description: `\`METHOD_NOT_ALLOWED\`: ${ERROR_CODES.METHOD_NOT_ALLOWED.when.en} For every method of a path that is not described here. OPTIONS is answered with 204 and the same header.`,
    headers: {
      ...REQUEST_ID_HEADER,
      Allow: { description: 'The methods of the path', required: true, schema: { type: 'string' } },
    },
    content: { 'application/json': { schema: { $ref: '#/components/schemas/ApiError' } } },
  },
};

const SECURITY_SCHEMES: JsonObject = {
  apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'rv_', description: 'An API key: `Bearer rv_live_…`' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: SESSION_COOKIE,
    description: `The cookie of a signed-in account. Requests that change something also send the value of the cookie ${CSRF_COOKIE} in the header X-CSRF-Token.`,
  },
  adminToken: { type: 'http', scheme: 'bearer', description: 'The administrator token of the installation' },
};

/** OpenAPI 3.1 lets a bearer scheme list the roles it needs: here the scope of the key. */
function securityOf(auth: RouteAuth): JsonObject[] {
  switch (auth.kind) {
    case 'none':
      return [];
    case 'key':
      return [{ apiKey: [auth.scope] }];
    case 'optional_key':
      return [{}, { apiKey: [auth.scope] }];
    case 'session':
      return [{ session: [] }];
    case 'optional_session':
      return [{}, { session: [] }];
    case 'member':
      return [{ session: [auth.permission] }];
    case 'key_or_member':
      return [{ apiKey: [auth.scope] }, { session: [auth.permission] }];
    case 'optional_key_or_member':
      return [{}, { apiKey: [auth.scope] }, { session: [auth.permission] }];
    case 'administrator':
      return [{ adminToken: [] }, { session: ['administrator'] }];
  }
}

const RECENT_SESSION =
  'In a session, the password (and the second factor, if one is set up) must have been given in the last 15 minutes; otherwise SCOPE_DENIED with `details.reason` `reauthentication_required`.';
const OPERATOR_SESSION = `${RECENT_SESSION} In production, administrators also need a second factor: \`second_factor_required\`. Neither applies to the bearer token.`;

/** `idempotency-key` as people write it. */
function headerName(name: string): string {
  return name.replaceAll(/(^|-)([a-z])/g, (_match, dash: string, letter: string) => dash + letter.toUpperCase());
}

function requiredNames(schema: JsonObject): unknown[] {
  return Array.isArray(schema['required']) ? Array.from<unknown>(schema['required']) : [];
}

function parametersIn(
  place: 'path' | 'query' | 'header',
  schema: z.ZodObject | undefined,
  schemas: SchemaCollector,
): JsonObject[] {
  if (schema === undefined) return [];
  const converted = schemas.convert(schema, 'input');
  const required = requiredNames(converted);
  const properties = isJsonObject(converted['properties']) ? converted['properties'] : {};
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = isJsonObject(property) ? property : {};
    return {
      name: place === 'header' ? headerName(name) : name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(description === undefined ? {} : { description }),
      schema: rest,
    };
  });
}

function multipartBody(route: Route, schemas: SchemaCollector): JsonObject | undefined {
  const { multipart } = route;
  if (multipart === undefined) return undefined;
  const fields = schemas.convert(multipart.fields, 'input');
  const single = multipart.policy.maxFiles === 1;
  const bytes = { type: 'string', contentMediaType: 'application/octet-stream' };
  const part = single
    ? { ...bytes, description: multipart.partDescription }
    : {
        type: 'array',
        items: bytes,
        minItems: 1,
        maxItems: multipart.policy.maxFiles,
        description: multipart.partDescription,
      };
  const properties = isJsonObject(fields['properties']) ? fields['properties'] : {};
  const schema = {
    type: 'object',
    properties: { [multipart.part]: part, ...properties },
    required: [multipart.part, ...requiredNames(fields)],
  };
  return { required: true, content: { 'multipart/form-data': { schema } } };
}

function requestBody(route: Route, schemas: SchemaCollector): JsonObject | undefined {
  if (route.body === undefined) return multipartBody(route, schemas);
  const required = !route.body.safeParse(undefined).success;
  const type = route.bodyType === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  return { required, content: { [type]: { schema: schemas.convert(route.body, 'input') } } };
}

function standardHeaders(route: Route): JsonObject {
  return {
    ...REQUEST_ID_HEADER,
    ...(route.rateLimit === 'none' ? {} : RATE_LIMIT_HEADERS),
    ...((route.reserves ?? route.reservesWithJob) === undefined ? {} : QUOTA_HEADERS),
  };
}

function successResponse(route: Route, spec: ResponseSpec, schemas: SchemaCollector): JsonObject {
  const headers = Object.fromEntries(
    Object.entries(spec.headers ?? {}).map(([name, header]) => [
      name,
      { description: header.description, schema: header.schema ?? { type: 'string' } },
    ]),
  );
  const contentType = spec.contentType ?? (spec.schema === undefined ? undefined : 'application/json');
  const schema = spec.schema === undefined ? {} : { schema: schemas.convert(spec.schema, 'output') };
  return {
    description: spec.description,
    headers: { ...standardHeaders(route), ...headers },
    ...(contentType === undefined ? {} : { content: { [contentType]: schema, ...otherContent(spec) } }),
  };
}

/** Text is a string; bytes have no schema (OpenAPI 3.1). */
function otherContent({ others = [] }: ResponseSpec): JsonObject {
  return Object.fromEntries(
    others.map((type) => [type, type.startsWith('text/') ? { schema: { type: 'string' } } : {}]),
  );
}

/** Refusals of the guard come before the request is counted, and a fault may. */
const UNCOUNTED_STATUSES: ReadonlySet<number> = new Set([401, 403, 500, 503]);

/** Statuses whose answers say when to try again. */
const RETRIED_STATUSES: ReadonlySet<number> = new Set([429, 503]);

/** Some guards also answer that the organization does not exist. */
function isUncounted(route: Route, status: number): boolean {
  const isOfGuard = status === 404 && guardErrorCodes(route.auth).includes('NOT_FOUND');
  return isOfGuard || UNCOUNTED_STATUSES.has(status);
}

/** The text that every such route shares. */
function descriptionOf({ auth, method, description }: Route): string {
  if (recentNeedOf(auth, method) !== 'always') return description;
  return `${description} ${auth.kind === 'administrator' ? OPERATOR_SESSION : RECENT_SESSION}`;
}

function errorResponse(route: Route, status: number, codes: readonly ErrorCode[]): JsonObject {
  return {
    description: codes.map((code) => `\`${code}\`: ${ERROR_CODES[code].when.en}`).join('\n\n'),
    headers: {
      ...(isUncounted(route, status) ? REQUEST_ID_HEADER : standardHeaders(route)),
      ...(status === 429 ? RATE_LIMIT_HEADERS : {}),
      ...(RETRIED_STATUSES.has(status) ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } : {}),
    },
    content: {
      'application/json': { schema: { $ref: '#/components/schemas/ApiError' } },
      ...(route.bodyType === 'message' ? { 'text/plain': { schema: { const: PLAIN_FAILURE } } } : {}),
    },
  };
}

function errorResponses(route: Route): JsonObject {
  const byStatus = new Map<number, ErrorCode[]>();
  const add = (status: number, code: ErrorCode): void => {
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  };
  for (const code of errorCodesOf(route)) add(ERROR_CODES[code].status, code);
  for (const [status, codes] of Object.entries(route.errorStatuses ?? {})) {
    for (const code of codes) add(Number(status), code);
  }
  return Object.fromEntries([...byStatus].map(([status, codes]) => [status, errorResponse(route, status, codes)]));
}

function responsesOf(route: Route, schemas: SchemaCollector): JsonObject {
  const successes: JsonObject = {};
  for (const [status, spec] of Object.entries(route.responses)) {
    successes[status] = successResponse(route, spec, schemas);
  }
  const invalid = {
    description: 'A declared input is missing or wrong.',
    headers: standardHeaders(route),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/HTTPValidationError' } } },
  };
  return {
    ...successes,
    ...errorResponses(route),
    ...(validatesInput(route) ? { 422: invalid } : {}),
    default: {
      description: 'Any other error.',
      headers: REQUEST_ID_HEADER,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/ApiError' } } },
    },
  };
}

function operation(route: Route, schemas: SchemaCollector): JsonObject {
  const parameters = [
    ...parametersIn('path', route.params, schemas),
    ...parametersIn('query', route.query, schemas),
    ...parametersIn('header', route.headers, schemas),
  ];
  const body = requestBody(route, schemas);
  return {
    operationId: route.operationId,
    summary: route.summary,
    description: descriptionOf(route),
    tags: [...route.tags],
    security: securityOf(route.auth),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: responsesOf(route, schemas),
  };
}

/** The OpenAPI 3.1.0 document of the routes, hidden ones left out. */
export function buildOpenApi(routes: readonly Route[], options: OpenApiOptions): JsonObject {
  const schemas = createSchemaCollector();
  schemas.convert(apiErrorSchema, 'output');
  schemas.convert(httpValidationErrorSchema, 'output');
  const paths: Record<string, JsonObject> = {};
  for (const route of routes.filter((candidate) => candidate.hidden !== true)) {
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operation(route, schemas);
  }
  const tags = [...new Set(routes.flatMap((route) => (route.hidden === true ? [] : route.tags)))];
  return {
    openapi: '3.1.0',
    info: { title: options.title, description: options.description, version: INTERFACE_VERSION },
    servers: [{ url: options.serverUrl }],
    tags: tags.map((name) => ({ name })),
    paths,
    components: {
      schemas: schemas.components(),
      responses: RESPONSE_COMPONENTS,
      headers: HEADER_COMPONENTS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

/** The route that serves the description of `routes` and of itself, built once. */
export function openApiRoute(routes: readonly Route[], options: OpenApiOptions): Route {
  const route: Route = defineRoute({
    method: 'GET',
    path: '/openapi.json',
    operationId: 'getOpenApi',
    summary: 'Get the OpenAPI document',
    description: 'The OpenAPI 3.1 document of every published route.',
    tags: ['Service'],
    auth: { kind: 'none' },
    rateLimit: 'none',
    errors: [],
    responses: {
      200: {
        description: 'The OpenAPI document',
        schema: z.looseObject({ openapi: z.string() }),
        headers: { ETag: { description: 'Identifies this version of the document' } },
      },
      304: { description: 'Not modified' },
    },
    handler: lazy(() => ({
      status: 200 as const,
      headers: { 'cache-control': 'public, max-age=300' },
      body: { openapi: '3.1.0', ...buildOpenApi([...routes, route], options) },
    })),
  });
  return route;
}
