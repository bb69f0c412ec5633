import type { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import type { z } from 'zod';
import type { AppError } from '../shared/app-error.ts';
import type { ErrorCode } from '../shared/error-codes.ts';
import type { Language } from '../shared/language.ts';
import type { BoundedOperation } from '../shared/operations.ts';
import type { Principal } from '../shared/principal.ts';
import type { RequestId } from '../shared/request-id.ts';
import { guardErrorCodes, readsBearerToken, type PrincipalFor, type RouteAuth } from './guards.ts';
import type { RatePolicyName } from './rate-limit.ts';
import type { ReservedUnit } from './quota.ts';
import type { QuotaFigures } from '../platform/quota-store.ts';
import type { Upload } from './upload.ts';
import type { ChooseStorage } from './upload-content.ts';
import type { UploadPolicy } from './upload-policy.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A multipart/form-data body: file parts and text fields. */
export interface MultipartSpec<F extends z.ZodObject = z.ZodObject> {
  /** `file` for a single one, `files` for several. */
  readonly part: string;
  readonly partDescription: string;
  readonly policy: UploadPolicy;
  /** The text fields; members have defaults or are optional where the API says so. */
  readonly fields: F;
  /** Where the files are kept, decided before the body is read. Default: `file`. */
  readonly storage?: ChooseStorage;
}

export interface HeaderSpec {
  readonly description: string;
  readonly schema?: Readonly<Record<string, unknown>>;
}

/** One kind of successful answer. Without `schema` the body is text, bytes, a stream or nothing. */
export interface ResponseSpec {
  readonly description: string;
  readonly schema?: z.ZodType;
  /** JSON that the handler streams, because it is too large for memory; `schema` describes it. */
  readonly streamed?: true;
  /** Default `application/json` with a schema, none without. */
  readonly contentType?: string;
  /** Media types of pages and files that the handler may answer, in `instead`, rather than the JSON of `schema`. */
  readonly others?: readonly string[];
  /** By header name as it is written in the documentation. */
  readonly headers?: Readonly<Record<string, HeaderSpec>>;
}

/** How many more a request may have, and the refusal of the rest. */
export interface RateGrant {
  readonly granted: number;
  readonly refusal: () => AppError;
}

export type Responses = Readonly<Record<number, ResponseSpec>>;

/** A request whose contents are signed as they were sent. */
export interface RawMessage {
  /** What follows the question mark; each character is one byte. */
  readonly query: string;
  readonly body: Uint8Array;
  /** Values of headers; empty: none. */
  readonly contentType: string;
  readonly contentEncoding: string;
  /** The caller asks for JSON by its name. */
  readonly namesJson: boolean;
}

export type RawBody = string | Uint8Array | Readable | undefined;

type BodyOf<S extends ResponseSpec> = S extends { readonly streamed: true }
  ? Readable
  : S extends { readonly schema: infer Z extends z.ZodType }
    ? z.input<Z>
    : RawBody;

/** A page or a file that is sent instead of JSON. */
export interface OtherForm {
  /** One of `others` of the response; a charset may follow. */
  readonly contentType: string;
  readonly content: string | Uint8Array;
}

interface AnswerBasics<Status> {
  readonly status: Status;
  /** Replaces `contentType` of the response and any default header. */
  readonly headers?: Readonly<Record<string, string | string[]>>;
}

interface AnswerWith<Status, Body> extends AnswerBasics<Status> {
  readonly body: Body;
}

interface AnswerInstead<Status> extends AnswerBasics<Status> {
  readonly instead: OtherForm;
}

type AnswerOf<Status, S extends ResponseSpec> =
  AnswerWith<Status, BodyOf<S>> | (S extends { readonly others: readonly string[] } ? AnswerInstead<Status> : never);

/** What a handler may answer: one of the declared responses. */
export type AnswerFor<R extends Responses> = {
  [Status in keyof R & number]: AnswerOf<Status, R[Status]>;
}[keyof R & number];

/** What a handler knows about its request. Inputs are already parsed by the schemas of the route. */
export interface RouteContext<P = unknown, Q = unknown, H = unknown, B = unknown, Who = Principal, F = unknown> {
  readonly params: P;
  readonly query: Q;
  readonly headers: H;
  readonly body: B;
  readonly principal: Who;
  /** On a route that reserves: the unit of the request, unless nothing bounds it. */
  readonly reserved: ReservedUnit | undefined;
  /** The address of the caller, through trusted proxies. */
  readonly address: string;
  /** The user agent as the caller sent it, cut. */
  readonly userAgent: string;
  readonly requestId: RequestId;
  readonly language: Language;
  /** The caller reads a link for a person: a browser, or a program that shows people what is behind a link. */
  readonly wantsPage: boolean;
  readonly log: FastifyBaseLogger;
  /** Aborted when the client goes away before it has its answer. */
  readonly signal: AbortSignal;
  /**
   * Counts this many more against the rate of the route, which has counted the request as one: for a request with several items.
   * The headers of the answer then say what is left.
   */
  readonly takeMore: (amount: number) => Promise<RateGrant>;
  /** Lets the answer say how the quota stands, null: nothing bounds it. Only on routes that reserve. */
  readonly tellQuota: (figures: QuotaFigures | null) => void;
  /**
   * Reads the multipart body; only on routes that declare one, at most once. Files that the handler does not `keep()`
   * are deleted when it has ended.
   */
  readonly receiveUpload: () => Promise<Upload<F>>;
  /** What was sent, unread; only on routes with `bodyType: 'message'`. */
  readonly receiveMessage: () => RawMessage;
}

type InputOf<S extends z.ZodType | undefined> = S extends z.ZodType ? z.output<S> : undefined;
type FieldsOf<F extends z.ZodObject | undefined> = F extends z.ZodObject ? z.output<F> : never;

interface RouteBasics {
  readonly method: HttpMethod;
  /** OpenAPI form: `/v1/jobs/{jid}`. */
  readonly path: string;
  /** Unique in the service; camelCase verb + noun. */
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly rateLimit: RatePolicyName | 'none';
  /** A unit of this is reserved for a request with a live key, before its body is read; the handler's job uses it. */
  readonly reserves?: BoundedOperation;
  /** The handler reserves a unit of this itself, with its job, and tells with `tellQuota`. */
  readonly reservesWithJob?: BoundedOperation;
  /** The codes of the handler itself; those of guards, limits and uploads are added. */
  readonly errors: readonly ErrorCode[];
  /** Statuses of `errors` beyond the table's, for example `{410: ['NOT_FOUND']}`. */
  readonly errorStatuses?: Readonly<Record<number, readonly ErrorCode[]>>;
  /**
   * Default `json`. `form`: `application/x-www-form-urlencoded`, from any origin, as payment gateways and other servers post it;
   * such a route has no guard, since a browser can be made to send one, and checks the signature of what it receives. `message`:
   * the same, but of any type and not read at all: the handler gets the bytes, with the query as it was sent.
   */
  readonly bodyType?: 'json' | 'form' | 'message';
  /** Numbers of the JSON body must be written as integers: `1.0` and `1e2` are refused, though they are the same to a program. */
  readonly wholeNumbers?: boolean;
  /** Served, but not part of the published interface. */
  readonly hidden?: boolean;
}

/** A route as `defineRoute` takes it, with the types of its own schemas. */
export interface RouteDefinition<
  A extends RouteAuth,
  R extends Responses,
  P extends z.ZodObject | undefined,
  Q extends z.ZodObject | undefined,
  H extends z.ZodObject | undefined,
  B extends z.ZodType | undefined,
  F extends z.ZodObject | undefined,
> extends RouteBasics {
  readonly auth: A;
  readonly params?: P;
  readonly query?: Q;
  /** Names in lower case. */
  readonly headers?: H;
  readonly body?: B;
  readonly multipart?: F extends z.ZodObject ? MultipartSpec<F> : undefined;
  readonly responses: R;
  handler(
    context: RouteContext<InputOf<P>, InputOf<Q>, InputOf<H>, InputOf<B>, PrincipalFor<A>, FieldsOf<F>>,
  ): Promise<AnswerFor<NoInfer<R>>> | AnswerFor<NoInfer<R>>;
}

export interface RouteAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: unknown;
  readonly instead?: OtherForm;
}

/** A route without its own types: what registration and documentation work on. */
export interface Route extends RouteBasics {
  readonly auth: RouteAuth;
  readonly params?: z.ZodObject | undefined;
  readonly query?: z.ZodObject | undefined;
  readonly headers?: z.ZodObject | undefined;
  readonly body?: z.ZodType | undefined;
  readonly multipart?: MultipartSpec | undefined;
  readonly responses: Responses;
  handler(context: RouteContext): Promise<RouteAnswer> | RouteAnswer;
}

/**
 * Declares a route: its description, its guards and its work in one value. Registered by `registerAll`.
 *
 * A handler that takes no context is typed before the responses are known: write string literals of its body `as const`.
 */
export function defineRoute<
  const A extends RouteAuth,
  const R extends Responses,
  P extends z.ZodObject | undefined = undefined,
  Q extends z.ZodObject | undefined = undefined,
  H extends z.ZodObject | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  F extends z.ZodObject | undefined = undefined,
>(definition: RouteDefinition<A, R, P, Q, H, B, F>): Route {
  return definition;
}

/** Whether the route can answer 422: it declares inputs that can be wrong. */
export function validatesInput(route: Route): boolean {
  return [route.params, route.query, route.headers, route.body, route.multipart].some((input) => input !== undefined);
}

/** Every code the route can answer, with those of its guards, limits and uploads; each once. */
export function errorCodesOf(route: Route): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>([...guardErrorCodes(route.auth), ...route.errors]);
  if (route.rateLimit !== 'none' || readsBearerToken(route.auth)) codes.add('RATE_LIMITED');
  if (route.multipart !== undefined || route.body !== undefined) codes.add('FILE_TOO_LARGE');
  codes.add('INTERNAL_ERROR');
  // Unless the route itself says, in its own words, that it cannot work now.
  if (route.responses[503] === undefined) codes.add('SERVICE_UNAVAILABLE');
  return [...codes];
}
