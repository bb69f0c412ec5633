import type { FastifyRequest } from 'fastify';
import { newId } from '../shared/ids.ts';
import type { ServerLimits } from '../shared/limits.ts';
import { CSRF_HEADER } from '../shared/session-token.ts';
import {
  authenticate,
  bearerToken,
  readsBearerToken,
  type GuardedRequest,
  type GuardServices,
  type Identified,
} from './guards.ts';
import { keyBucketsOf } from './rate-limit.ts';
import { RefusedToken, type KnownKeyRefusal, type TokenGate } from './refused-tokens.ts';
import { textHeader } from './request-facts.ts';
import { requestIdOf } from './request-id.ts';
import type { Route, RouteContext } from './route.ts';

export type ReportedRefusal = KnownKeyRefusal | { readonly kind: 'admin_token' };

/** The origin of a request, as the audit log names it. */
export type RequestOrigin = Pick<RouteContext, 'address' | 'requestId'>;

export interface IdentityServices extends GuardServices {
  readonly limits: ServerLimits;
  /** Called for refused bearer tokens that somebody may want to know about: known keys, and guesses at the administrator's. */
  readonly onRefusedToken: (refusal: ReportedRefusal, from: RequestOrigin) => Promise<void>;
}

interface Identity {
  readonly services: IdentityServices;
  readonly gate: TokenGate;
}

function guardedRequest({ method, headers, params }: FastifyRequest): GuardedRequest {
  const named = organizationIn(params) ?? textHeader(headers['x-organization-id']);
  return {
    method,
    authorization: headers.authorization,
    cookie: headers.cookie,
    csrfToken: textHeader(headers[CSRF_HEADER]),
    origin: headers.origin,
    fetchSite: textHeader(headers['sec-fetch-site']),
    organizationId: named,
  };
}

function organizationIn(params: unknown): string | undefined {
  if (typeof params !== 'object' || params === null || !('org_id' in params)) return undefined;
  return typeof params.org_id === 'string' ? params.org_id : undefined;
}

/** Records a refused bearer token. */
async function noteRefusal(
  { refusal }: RefusedToken,
  token: string,
  request: FastifyRequest,
  { services, gate }: Identity,
): Promise<void> {
  request.log.info({ refusal: refusal.kind, address: request.ip }, 'a bearer token was refused');
  await gate.refuse(token, request.ip);
  if (refusal.kind === 'known_key' || refusal.kind === 'admin_token') {
    await services.onRefusedToken(refusal, { address: request.ip, requestId: requestIdOf(request) });
  }
}

/** Identifies the caller, and counts a request with a key. Tokens from an address that showed too many wrong ones are not even looked up. */
export async function identifyCaller(
  route: Pick<Route, 'auth' | 'rateLimit' | 'reserves'>,
  identity: Identity,
  request: FastifyRequest,
): Promise<Identified> {
  const { services, gate } = identity;
  const token = readsBearerToken(route.auth) ? bearerToken(request.headers.authorization) : undefined;
  if (token !== undefined) gate.admit(token, request.ip);
  try {
    const buckets = route.rateLimit === 'none' ? null : keyBucketsOf(route.rateLimit, services.limits);
    const unit = route.reserves === undefined ? null : { jobId: newId('job'), operation: route.reserves };
    const caller = await authenticate(route.auth, guardedRequest(request), services, { buckets, unit });
    if (token !== undefined) gate.accept(token);
    return caller;
  } catch (error) {
    if (token !== undefined && error instanceof RefusedToken) await noteRefusal(error, token, request, identity);
    throw error;
  }
}
