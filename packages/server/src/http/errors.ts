import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, asAppError, reasonOf } from '../shared/app-error.ts';
import { ERROR_CODES, type ErrorCode } from '../shared/error-codes.ts';
import type { ErrorReason } from '../shared/error-details.ts';
import { chooseLanguage, LANGUAGE_PATHS, LANGUAGES, type Language } from '../shared/language.ts';
import { answeredId } from '../shared/request-id.ts';
import { ValidationFailure } from '../shared/validation-failure.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import { prefersHtml } from './accept.ts';
import { ClientClosedError } from './client-closed.ts';
import { isCallback, namesJson, sendPlainRefusal } from './plain-refusal.ts';
import { requestIdOf } from './request-id.ts';
import { presentValidationFailure } from './validation-error.ts';

/** The error envelope of the API. */
export interface ApiErrorBody {
  readonly error: {
    readonly code: ErrorCode;
    readonly message: string;
    readonly request_id: string;
    readonly details?: Readonly<Record<string, unknown>>;
  };
}

/** nginx's number for "client closed request"; only logs ever see it. */
const CLIENT_CLOSED_STATUS = 499;

const notFound = (): AppError => new AppError('NOT_FOUND');
const bodyProblem = (type: string): ValidationFailure => new ValidationFailure([{ loc: ['body'], type, input: null }]);
const headerProblem = (header: string, type: string, ctx?: Readonly<Record<string, unknown>>): ValidationFailure =>
  new ValidationFailure([{ loc: ['header', header], type, ...(ctx === undefined ? {} : { ctx }) }]);

/** Refusals of the framework itself, and of the database, in our words. */
const FRAMEWORK_ERRORS: Readonly<Record<string, () => AppError | ValidationFailure>> = {
  FST_ERR_NOT_FOUND: notFound,
  FST_ERR_BAD_URL: notFound,
  FST_ERR_MAX_PARAM_LENGTH: notFound,
  // The framework knows the method QUERY, for which there is no route, and requires a body with it.
  FST_ERR_ROUTE_MISSING_CONTENT: notFound,
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: notFound,
  FST_ERR_CTP_INVALID_JSON_BODY: () => bodyProblem('json_invalid'),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => bodyProblem('missing'),
  FST_ERR_CTP_BODY_TOO_LARGE: () => new AppError('FILE_TOO_LARGE'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => headerProblem('content-type', 'content_type', { expected: 'application/json' }),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    headerProblem('content-length', 'value_error', { error: 'does not match the body' }),
  // PostgreSQL takes no text with the character NUL, and nobody but the caller writes one.
  '22021': () =>
    new ValidationFailure([{ loc: ['body'], type: 'value_error', ctx: { error: 'has the character NUL' } }]),
};

/** Turns any thrown error into a published refusal. An unknown error becomes INTERNAL_ERROR, with the cause kept for the log. */
function classifyError(error: unknown): AppError | ValidationFailure | ClientClosedError {
  if (error instanceof AppError || error instanceof ValidationFailure || error instanceof ClientClosedError)
    return error;
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    const known = FRAMEWORK_ERRORS[error.code];
    if (known !== undefined) return known();
  }
  // The framework's JSON reader throws its own SyntaxError for a poisoned prototype.
  if (error instanceof SyntaxError && 'statusCode' in error && error.statusCode === 400)
    return bodyProblem('json_invalid');
  return asAppError(error);
}

/** The envelope in the caller's language. */
export function presentError(error: AppError, requestId: string, language: Language): ApiErrorBody {
  return {
    error: {
      code: error.code,
      message: ERROR_CODES[error.code].message[language],
      request_id: requestId,
      ...(error.details === undefined ? {} : { details: error.details }),
    },
  };
}

/** Headers about a body that a route had begun to answer with, which do not apply to the error that replaces it. */
const BODY_HEADERS = [
  'content-disposition',
  'content-length',
  'content-range',
  'accept-ranges',
  'etag',
  'vary',
] as const;

/** What an error page is made from. */
export interface ErrorPageFacts {
  readonly status: number;
  readonly code: ErrorCode | 'VALIDATION';
  readonly message: string;
  /** The reason in `details`, when it says more than the code; otherwise null. */
  readonly reason: ErrorReason | null;
  /** When to try again, in seconds; null when nothing is known of that. */
  readonly retryAfterSeconds: number | null;
  readonly requestId: string;
  /** Path and query as requested. */
  readonly url: string;
  readonly language: Language;
}

/** Renders the page of an error, for people, with the headers it needs. */
export type ErrorPage = (facts: ErrorPageFacts) => {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** Where programs are answered, whatever their Accept header says. */
const FOR_PROGRAMS = /^\/(v1|api|admin|health|ready|openapi\.json)(\/|\?|$)/;

/** Whether a person will read the answer. */
function wantsPage({ url, headers }: Pick<FastifyRequest, 'url' | 'headers'>): boolean {
  return !FOR_PROGRAMS.test(url) && prefersHtml(headers.accept);
}

/** The language of a page's own address, else the browser's preference. */
export function languageOf({ url, headers }: Pick<FastifyRequest, 'url' | 'headers'>): Language {
  const inAddress = LANGUAGES.find((language) => new RegExp(`^/${LANGUAGE_PATHS[language]}(/|\\?|$)`).test(url));
  return inAddress ?? chooseLanguage(headers['accept-language']);
}

/** Sends the answer for any error, including one from a stream before its first byte. */
export function sendError(
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  errorPage?: ErrorPage,
): FastifyReply {
  const language = languageOf(request);
  const error = classifyError(thrown);
  for (const name of BODY_HEADERS) reply.removeHeader(name);
  reply.headers({ 'content-language': language, 'cache-control': SECURITY_HEADERS['cache-control'] });
  if (error instanceof ClientClosedError) {
    request.log.info('the client closed the connection');
    return reply.code(CLIENT_CLOSED_STATUS).send();
  }
  if (errorPage !== undefined && wantsPage(request)) return sendErrorPage(error, request, reply, errorPage);
  const isPlain = isCallback(request) && !namesJson(request.headers.accept);
  reply.type('application/json; charset=utf-8');
  if (error instanceof ValidationFailure) {
    if (isPlain) return sendPlainRefusal(reply, 400, 'VALIDATION_ERROR');
    return reply.code(422).send(JSON.stringify(presentValidationFailure(error, language)));
  }
  if (error.status >= 500) request.log.error({ err: error.cause ?? error, code: error.code }, 'the request failed');
  if (isPlain) return sendPlainRefusal(reply.headers(error.headers), error.status, error.code);
  return reply
    .code(error.status)
    .headers(error.headers)
    .send(JSON.stringify(presentError(error, answeredId(requestIdOf(request)), language)));
}

/** What the header `Retry-After` of a refusal says, in seconds. */
export function retryAfterOf({ headers }: AppError): number | null {
  const value = headers['retry-after'];
  return value === undefined ? null : Number(value);
}

function sendErrorPage(
  error: AppError | ValidationFailure,
  request: FastifyRequest,
  reply: FastifyReply,
  errorPage: ErrorPage,
): FastifyReply {
  const language = languageOf(request);
  const isInvalid = error instanceof ValidationFailure;
  const status = isInvalid ? 422 : error.status;
  if (!isInvalid && status >= 500)
    request.log.error({ err: error.cause ?? error, code: error.code }, 'the request failed');
  const message = isInvalid
    ? presentValidationFailure(error, language)
        .detail.map(({ msg }) => msg)
        .join(' ')
    : ERROR_CODES[error.code].message[language];
  const code = isInvalid ? 'VALIDATION' : error.code;
  const reason = isInvalid ? null : (reasonOf(error) ?? null);
  const { html, headers } = errorPage({
    status,
    code,
    message,
    reason,
    retryAfterSeconds: isInvalid ? null : retryAfterOf(error),
    requestId: answeredId(requestIdOf(request)),
    url: request.url,
    language,
  });
  return reply
    .code(status)
    .headers({ ...(isInvalid ? {} : error.headers), ...headers })
    .type('text/html; charset=utf-8')
    .send(html);
}

/** The answer for a path that no route serves. */
export function sendNotFound(request: FastifyRequest, reply: FastifyReply, errorPage?: ErrorPage): FastifyReply {
  return sendError(notFound(), request, reply, errorPage);
}
