import { isDeepStrictEqual } from 'node:util';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError } from '../shared/app-error.ts';
import { chooseLanguage } from '../shared/language.ts';
import { ValidationFailure, type ValidationProblem } from '../shared/validation-failure.ts';
import { wantsPage } from './accept.ts';
import { clientSignal } from './client-closed.ts';
import type { Caller, Endpoint, EndpointServices, Exchange } from './endpoint.ts';
import { FormBody } from './form-fields.ts';
import { identifyCaller, type IdentityServices } from './identify-caller.ts';
import { quotaHeaders } from './quota.ts';
import { rateLimitedError, rateLimitHeaders, takeUpTo } from './rate-limit.ts';
import type { TokenGate } from './refused-tokens.ts';
import { userAgentOf } from './request-facts.ts';
import { requestIdOf } from './request-id.ts';
import { errorCodesOf, type ResponseSpec, type Route, type RouteAnswer, type RouteContext } from './route.ts';
import { sendBody } from './send-body.ts';
import { isForEverybody, sendShared, type SharedTexts } from './shared-texts.ts';
import { hasMultipartBoundary } from './upload-errors.ts';
import { readMessage } from './raw-message.ts';
import { type InputPlace, problemsOfZodError } from './validation-error.ts';

/** What every route needs besides its handler. */
export interface RouteServices extends IdentityServices, EndpointServices {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /**
   * When given, every answer is compared with its description and every difference reported here: an undeclared status, error
   * code or member. For tests; production sends answers as they are.
   */
  readonly onContractBreach?: (breach: string) => void;
}

const JSON_TYPE = 'application/json; charset=utf-8';

function checkDescription(route: Route): void {
  const name = `${route.method} ${route.path}`;
  if (!/^[a-z][A-Za-z0-9]*$/.test(route.operationId)) throw new Error(`${name}: the operation id is not camelCase`);
  if ([route.summary, route.description, ...route.tags].some((text) => text.trim() === '') || route.tags.length === 0) {
    throw new Error(`${name}: summary, description and tags must not be empty`);
  }
  if (Object.keys(route.responses).length === 0) throw new Error(`${name}: no response is described`);
  if (route.body !== undefined && route.multipart !== undefined) throw new Error(`${name}: two kinds of body`);
  // Any site can make a browser send a form, so nothing that a browser adds by itself may count.
  const takesAnything = route.bodyType === 'form' || route.bodyType === 'message';
  if (takesAnything && route.auth.kind !== 'none') throw new Error(`${name}: a form has no guard`);
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '').toSorted();
  const declared = Object.keys(route.params?.shape ?? {}).toSorted();
  if (!isDeepStrictEqual(inPath, declared)) throw new Error(`${name}: path parameters and their schema differ`);
}

/** Parses every declared input and reports all problems together. */
function parseInputs(
  route: Route,
  request: FastifyRequest,
): Pick<RouteContext, 'params' | 'query' | 'headers' | 'body'> {
  const problems: ValidationProblem[] = [];
  const parse = (schema: z.ZodType | undefined, input: unknown, place: InputPlace): unknown => {
    if (schema === undefined) return undefined;
    const result = schema.safeParse(input);
    if (result.success) return result.data;
    problems.push(...problemsOfZodError(result.error, input, place));
    return undefined;
  };
  const inputs = {
    params: parse(route.params, request.params, 'path'),
    query: parse(route.query, request.query, 'query'),
    headers: parse(route.headers, request.headers, 'header'),
    body: parse(route.body, bodyOf(request), 'body'),
  };
  if (problems.length > 0) throw new ValidationFailure(problems);
  return inputs;
}

function bodyOf({ body }: FastifyRequest): unknown {
  return body instanceof FormBody ? Object.fromEntries(body.fields) : body;
}

function checkAnswer(route: Route, answer: RouteAnswer, spec: ResponseSpec | undefined): string | undefined {
  const name = `${route.operationId}: answer ${answer.status}`;
  if (spec === undefined) return `${name} is not described`;
  if (answer.instead !== undefined) {
    const [type = ''] = answer.instead.contentType.split(';', 1);
    return spec.others?.includes(type) === true ? undefined : `${name} is of a type that is not described: ${type}`;
  }
  // A streamed text is never complete here: tests read what was sent.
  if (spec.schema === undefined || spec.streamed === true) return undefined;
  const sent: unknown = JSON.parse(JSON.stringify(answer.body));
  const parsed = spec.schema.safeParse(sent);
  if (!parsed.success) return `${name} does not fit its schema: ${parsed.error.message}`;
  const described: unknown = JSON.parse(JSON.stringify(parsed.data));
  return isDeepStrictEqual(described, sent) ? undefined : `${name} has members that its schema does not describe`;
}

async function sendAnswer(
  route: Route,
  answer: RouteAnswer,
  request: FastifyRequest,
  reply: FastifyReply,
  services: RouteServices,
  texts: SharedTexts,
): Promise<FastifyReply> {
  const spec = route.responses[answer.status];
  const breach = services.onContractBreach === undefined ? undefined : checkAnswer(route, answer, spec);
  if (breach !== undefined) services.onContractBreach?.(breach);
  reply.code(answer.status);
  if (answer.instead !== undefined) {
    const { contentType, content } = answer.instead;
    return sendBody(reply.type(contentType).headers(answer.headers ?? {}), content);
  }
  if (spec?.schema !== undefined && spec.streamed !== true) {
    reply.type(spec.contentType ?? JSON_TYPE).headers(answer.headers ?? {});
    const text = (): string => JSON.stringify(answer.body);
    if (answer.status !== 200 || !isForEverybody(answer.headers)) return reply.send(text());
    return await sendShared(texts.of(answer, text), [], request, reply);
  }
  if (spec?.streamed === true) reply.type(JSON_TYPE);
  if (spec?.contentType !== undefined) reply.type(spec.contentType);
  reply.headers(answer.headers ?? {});
  const { body } = answer;
  if (body === undefined || typeof body === 'string' || body instanceof Readable || body instanceof Uint8Array) {
    return sendBody(reply, body);
  }
  throw new TypeError(`${route.operationId}: a response without a schema carries text, bytes or a stream`);
}

/** What all routes of an application share. */
interface Registry {
  readonly services: RouteServices;
  readonly texts: SharedTexts;
  readonly gate: TokenGate;
}

/** @throws for a route with an incomplete description */
export function routeEndpoint(route: Route, registry: Registry): Endpoint<Caller, RouteAnswer> {
  checkDescription(route);
  const { services, texts } = registry;
  return {
    name: route.operationId,
    method: route.method,
    path: route.path,
    rateLimit: route.rateLimit,
    multipart: route.multipart,
    takesForm: route.bodyType === 'form',
    takesMessage: route.bodyType === 'message',
    wholeNumbers: route.wholeNumbers === true,
    identify: (request) => identifyCaller(route, registry, request),
    checkHeaders: (headers) => checkMultipart(route, headers),
    work: async (exchange) => route.handler(readContext(route, exchange, services)),
    send: (answer, request, reply) => sendAnswer(route, answer, request, reply, services, texts),
    onError: (error) => reportUndeclaredCode(route, error, services),
  };
}

function checkMultipart({ multipart }: Route, headers: FastifyRequest['headers']): void {
  if (multipart === undefined || hasMultipartBoundary(headers['content-type'])) return;
  throw new ValidationFailure([{ loc: ['body', multipart.part], type: 'missing', input: null }]);
}

function readContext(
  route: Route,
  { request, reply, caller: { principal, quota }, receiveUpload }: Exchange<Caller>,
  services: RouteServices,
): RouteContext {
  return {
    ...parseInputs(route, request),
    principal,
    reserved: quota?.kind === 'reserved' ? quota : undefined,
    address: request.ip,
    userAgent: userAgentOf(request),
    requestId: requestIdOf(request),
    language: chooseLanguage(request.headers['accept-language']),
    wantsPage: wantsPage(request.headers),
    log: request.log,
    signal: clientSignal(reply),
    takeMore: async (amount) => {
      const { rateLimit } = route;
      if (rateLimit === 'none') throw new TypeError(`${route.operationId} has no rate`);
      const { granted, decision } = await takeUpTo(rateLimit, { principal, address: request.ip }, amount, services);
      reply.headers(rateLimitHeaders(decision));
      return { granted, refusal: () => rateLimitedError(decision) };
    },
    tellQuota: (figures) => {
      if (route.reservesWithJob === undefined && route.reserves === undefined)
        throw new TypeError(`${route.operationId} reserves nothing with its job`);
      reply.headers(quotaHeaders(figures));
    },
    receiveUpload,
    receiveMessage: () => readMessage(route, request),
  };
}

function reportUndeclaredCode(route: Route, error: unknown, services: RouteServices): void {
  if (error instanceof AppError && !errorCodesOf(route).includes(error.code)) {
    services.onContractBreach?.(`${route.operationId}: error code ${error.code} is not declared`);
  }
}
