import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import multipart from '@fastify/multipart';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { AppError } from '../shared/app-error.ts';
import type { ServerLimits } from '../shared/limits.ts';
import { watchBodyPace } from './body-pace.ts';
import { capConnections } from './connection-cap.ts';
import { bareAnswer, cutOff } from './cut-off.ts';
import { sendError, sendNotFound, type ErrorPage } from './errors.ts';
import { observeRequests, type RequestObservers } from './observe-requests.ts';
import { collectPathMethods } from './path-methods.ts';
import { isStillSending, lingeringAnswer } from './refusal-drain.ts';
import { clientRequestId, requestIdHeaders } from './request-id.ts';
import { isCallback } from './plain-refusal.ts';
import { securityHeaders } from './security-headers.ts';
import { readWholeNumbers } from './whole-numbers.ts';

export interface HttpAppOptions {
  /** Undefined to log nothing. */
  readonly log?: FastifyBaseLogger;
  /** Makes a new request id. */
  readonly newRequestId: () => string;
  /** Addresses or CIDR ranges of proxies whose `X-Forwarded-*` headers are believed. */
  readonly trustedProxies: readonly string[];
  readonly limits: ServerLimits;
  /** Whether the public address is https. Default false. */
  readonly isHttps?: boolean;
  /** Peers whose connections are not counted, named like `trustedProxies` and in addition to them. */
  readonly uncappedPeers: readonly string[];
  /** Without them requests are neither counted nor traced. */
  readonly observers?: RequestObservers;
  /** What people see for an error; without it everybody gets JSON. */
  readonly errorPage?: ErrorPage;
}

/** How often idle connections are closed during shutdown. */
const CLOSE_SWEEP_MS = 100;

/** Statuses of requests that are not even HTTP; all others get 400. */
const CLIENT_ERROR_STATUS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Answers bytes that are not an HTTP request, and ends the connection. */
function refuseBrokenRequest(
  error: Error & { readonly code?: string },
  socket: Socket,
  limits: ServerLimits,
  headers: Readonly<Record<string, string>>,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  // An answer was already written, for example a refusal while the client was still sending: a second one would be noise.
  const status = CLIENT_ERROR_STATUS[error.code ?? ''] ?? '400 Bad Request';
  const answer = socket.bytesWritten > 0 ? '' : bareAnswer(status, headers);
  cutOff(socket, answer, limits.refusalIdleMs);
}

/** Nobody waits for the rest: the upload is aborted, and its stored part is deleted when the connection ends. */
function refuseSlowBody(
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: number,
  { limits, headers }: { limits: ServerLimits; headers: Readonly<Record<string, string>> },
): void {
  request.log.info({ bytes, address: request.ip }, 'the body came too slowly');
  const { raw } = request;
  raw.pause();
  const answer = reply.raw.headersSent
    ? ''
    : bareAnswer('408 Request Timeout', { ...requestIdHeaders(request), ...headers });
  cutOff(raw.socket, answer, limits.refusalIdleMs);
}

function createFastify(options: HttpAppOptions, headers: Readonly<Record<string, string>>): FastifyInstance {
  const { limits, log, newRequestId, trustedProxies } = options;
  return Fastify({
    ...(log === undefined ? {} : { loggerInstance: log }),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    http: { headersTimeout: limits.httpHeadersMs, connectionsCheckingInterval: limits.httpConnectionsCheckMs },
    bodyLimit: limits.jsonBodyBytes,
    requestTimeout: limits.httpRequestMs,
    connectionTimeout: limits.httpInactivityMs,
    keepAliveTimeout: limits.httpKeepAliveMs,
    routerOptions: { maxParamLength: limits.urlParameterCharacters },
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    requestIdHeader: false,
    genReqId: () => newRequestId(),
    childLoggerFactory: (logger, bindings, childOptions, raw) => {
      const client = clientRequestId(raw.headers['x-request-id']);
      return logger.child(client === null ? bindings : { ...bindings, client_request_id: client }, childOptions);
    },
    // Requests on connections that were open when the shutdown began are served like all others in flight.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...headers, ...requestIdHeaders(request) });
      sendError(error, request, reply, options.errorPage);
    },
    clientErrorHandler: (error, socket) => {
      refuseBrokenRequest(error, socket, limits, { 'X-Request-Id': newRequestId(), ...headers });
    },
  });
}

/** A path that has other methods lists them; a request for the list gets it, and this opens nothing to other origins. */
async function answerOtherMethod(request: FastifyRequest, reply: FastifyReply, allow: string): Promise<FastifyReply> {
  if (isCallback(request))
    throw new AppError('METHOD_NOT_ALLOWED', { headers: { allow: allow.replace(/, OPTIONS$/, '') } });
  if (request.method !== 'OPTIONS') throw new AppError('METHOD_NOT_ALLOWED', { headers: { allow } });
  return reply.code(204).header('allow', allow).send();
}

function installHooks(
  app: FastifyInstance,
  { limits }: HttpAppOptions,
  headers: Readonly<Record<string, string>>,
): void {
  const methodsOf = collectPathMethods(app, limits.urlParameterCharacters);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...headers, ...requestIdHeaders(request) });
    watchBodyPace(request.raw, limits, (bytes) => {
      refuseSlowBody(request, reply, bytes, { limits, headers });
    });
    const allow = request.is404 ? methodsOf(request.url.split('?', 1)[0] ?? '') : undefined;
    return allow === undefined ? undefined : await answerOtherMethod(request, reply, allow);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    if (!isStillSending(request.raw)) return Promise.resolve(payload);
    reply.header('connection', 'close');
    if (typeof payload !== 'string' || payload === '') return Promise.resolve(payload);
    const bytes = Buffer.from(payload);
    reply.header('content-length', bytes.length);
    return Promise.resolve(lingeringAnswer(bytes, request.raw, limits));
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, ip: address } = request;
    const duration_ms = Math.round(reply.elapsedTime);
    const route = routeOptions.url ?? null;
    request.log.info({ method, route, status: reply.statusCode, duration_ms, address }, 'answered');
    return Promise.resolve();
  });
}

/**
 * A Fastify application with everything that does not depend on features: request ids, security headers, the error
 * envelope, multipart, time-outs. Routes are added by `registerRoutes`; close it with `closeHttpApp`.
 */
export function createHttpApp(options: HttpAppOptions): FastifyInstance {
  const headers = securityHeaders({ isHttps: options.isHttps ?? false });
  const app = createFastify(options, headers);
  if (options.observers !== undefined) observeRequests(app, options.observers);
  installHooks(app, options, headers);
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, options.errorPage));
  app.setNotFoundHandler((request, reply) => sendNotFound(request, reply, options.errorPage));
  // A JSON route that receives plain text must refuse it, and not read it as a string.
  app.removeContentTypeParser('text/plain');
  readWholeNumbers(app);
  app.register(multipart);
  // Without this the server says "continue" before the guards have examined the request.
  const server: Server = app.server;
  capConnections(server, {
    perAddress: options.limits.connectionsPerAddress,
    uncapped: [...options.trustedProxies, ...options.uncappedPeers],
    onRefused: (address) => {
      app.log.warn({ address }, 'connections of an address above the limit are closed');
    },
  });
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    app.routing(request, response);
  });
  return app;
}

/**
 * Stops listening, ends idle connections at once and waits up to `httpCloseMs` for requests in flight; then cuts off the rest.
 */
export async function closeHttpApp(app: FastifyInstance, limits: ServerLimits): Promise<void> {
  // A connection that was busy when the shutdown began becomes idle only later.
  const sweep = setInterval(() => app.server.closeIdleConnections(), CLOSE_SWEEP_MS);
  const deadline = setTimeout(() => app.server.closeAllConnections(), limits.httpCloseMs);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(deadline);
  }
}
