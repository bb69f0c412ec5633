import { AppError } from '../shared/app-error.ts';
import { networkOf } from '../platform/outbound/network-of.ts';
import type { ServerLimits } from '../shared/limits.ts';
import type { Principal } from '../shared/principal.ts';

/** A token bucket: it holds `burst` tokens and refills by `perSecond`. */
export interface BucketSize {
  readonly burst: number;
  readonly perSecond: number;
}

export interface RateLimitState {
  readonly allowed: boolean;
  /** Whole tokens left. */
  readonly remaining: number;
  /**
   * When allowed, the time until the bucket is full again; when refused, until enough tokens are there (at most a full bucket).
   */
  readonly resetMs: number;
}

/** Keeps the buckets, for one process or for all of them. */
export interface RateLimitStore {
  /** Takes that many tokens (default 1) of the bucket, which exists from its first use, or none. */
  take(key: string, size: BucketSize, amount?: number): Promise<RateLimitState>;
}

interface RatePolicy {
  /** `caller`: the key when there is one, else the address. `address`: always the address. */
  readonly subject: 'caller' | 'address';
  readonly size: (limits: ServerLimits) => BucketSize;
  /** The policy of callers without a key or a session, where they have another. */
  readonly anonymous?: 'anonymous_analysis';
}

const SECONDS_PER_MINUTE = 60;
const SECONDS_PER_HOUR = 3600;
const MS_PER_SECOND = 1000;

/** Every policy a route can name. Routes with the same policy share its buckets. */
const RATE_POLICIES = {
  api: {
    subject: 'caller',
    size: (limits) => ({ burst: limits.apiKeyBurst, perSecond: limits.apiKeyPerSecond }),
  },
  anonymous_analysis: {
    subject: 'address',
    size: (limits) => ({
      burst: limits.anonymousAnalysesPerHour,
      perSecond: limits.anonymousAnalysesPerHour / SECONDS_PER_HOUR,
    }),
  },
  /** Who has no key shares what an address may analyse. */
  lab: {
    subject: 'caller',
    size: (limits) => ({ burst: limits.apiKeyBurst, perSecond: limits.apiKeyPerSecond }),
    anonymous: 'anonymous_analysis',
  },
  invitation: {
    subject: 'caller',
    size: (limits) => ({ burst: limits.invitationsPerHour, perSecond: limits.invitationsPerHour / SECONDS_PER_HOUR }),
  },
  sign_in: {
    subject: 'address',
    size: (limits) => ({
      burst: limits.loginAttemptsAddress,
      perSecond: (limits.loginAttemptsAddress * MS_PER_SECOND) / limits.loginWindowMs,
    }),
  },
  account_mail: {
    subject: 'address',
    size: (limits) => ({
      burst: limits.accountMailsAddressPerHour,
      perSecond: limits.accountMailsAddressPerHour / SECONDS_PER_HOUR,
    }),
  },
  export: {
    subject: 'caller',
    size: (limits) => ({ burst: limits.exportsPerHour, perSecond: limits.exportsPerHour / SECONDS_PER_HOUR }),
  },
  /** Refused bearer tokens, on any route; see refused-tokens.ts. */
  refused_token: {
    subject: 'address',
    size: (limits) => ({
      burst: limits.refusedTokensPerMinute,
      perSecond: limits.refusedTokensPerMinute / SECONDS_PER_MINUTE,
    }),
  },
  order: {
    subject: 'caller',
    size: (limits) => ({ burst: limits.ordersPerMinute, perSecond: limits.ordersPerMinute / SECONDS_PER_MINUTE }),
  },
  payment_callback: {
    subject: 'address',
    size: (limits) => ({ burst: limits.paymentNoticesPerSecond, perSecond: limits.paymentNoticesPerSecond }),
  },
  public_read: {
    subject: 'caller',
    size: (limits) => ({ burst: limits.publicReadBurst, perSecond: limits.publicReadPerSecond }),
  },
} as const satisfies Record<string, RatePolicy>;

export type RatePolicyName = keyof typeof RATE_POLICIES;

/** What the headers say about one decision. */
export interface RateLimitDecision extends RateLimitState {
  readonly limit: number;
}

/** One subscriber usually gets a whole /64, so a single IPv6 address identifies nobody. */
export function addressSubject(address: string): string {
  return networkOf(address, { ipv4Parts: 4, ipv6Groups: 4 });
}

/** The buckets of API keys under one policy: that of each is named by the prefix and the identifier of the key. */
export interface KeyBuckets extends BucketSize {
  readonly prefix: string;
}

/** Null for a policy that counts addresses, whoever calls. */
export function keyBucketsOf(name: RatePolicyName, limits: ServerLimits): KeyBuckets | null {
  const { subject, size } = RATE_POLICIES[name];
  return subject === 'caller' ? { prefix: keyPrefix(name), ...size(limits) } : null;
}

function keyPrefix(name: RatePolicyName): string {
  return `${name}:key:`;
}

function bucketKey(name: RatePolicyName, principal: Principal, address: string): string {
  if (RATE_POLICIES[name].subject === 'caller') {
    if (principal.kind === 'api_key') return `${keyPrefix(name)}${principal.keyId}`;
    if (principal.kind === 'administrator') return `${name}:administrator`;
    if (principal.kind === 'account' || principal.kind === 'member') return `${name}:account:${principal.accountId}`;
  }
  return `${name}:address:${addressSubject(address)}`;
}

interface Caller {
  readonly principal: Principal;
  readonly address: string;
}

/** Counts one request against a policy. */
export async function takeRateLimit(
  name: RatePolicyName,
  caller: Caller,
  store: RateLimitStore,
  limits: ServerLimits,
): Promise<RateLimitDecision> {
  const policy = policyFor(name, caller.principal);
  const size = RATE_POLICIES[policy].size(limits);
  return decisionOf(policy, await store.take(bucketKey(policy, caller.principal, caller.address), size), limits);
}

function policyFor(name: RatePolicyName, { kind }: Principal): RatePolicyName {
  const policy: RatePolicy = RATE_POLICIES[name];
  return kind === 'anonymous' ? (policy.anonymous ?? name) : name;
}

/** What was decided under a policy, with its limit. */
export function decisionOf(name: RatePolicyName, state: RateLimitState, limits: ServerLimits): RateLimitDecision {
  return { ...state, limit: Math.floor(RATE_POLICIES[name].size(limits).burst) };
}

/**
 * Counts the further items of a request, besides the request itself: as many as the bucket still grants. For a refusal the
 * decision says when one more is granted.
 */
export async function takeUpTo(
  name: RatePolicyName,
  caller: Caller,
  amount: number,
  services: { readonly rateLimits: RateLimitStore; readonly limits: ServerLimits },
): Promise<{ readonly granted: number; readonly decision: RateLimitDecision }> {
  const policy = policyFor(name, caller.principal);
  const size = RATE_POLICIES[policy].size(services.limits);
  const take = async (tokens: number): Promise<RateLimitDecision> => {
    const state = await services.rateLimits.take(bucketKey(policy, caller.principal, caller.address), size, tokens);
    return { ...state, limit: Math.floor(size.burst) };
  };
  const all = await take(amount);
  if (all.allowed) return { granted: amount, decision: all };
  const granted = all.remaining > 0 && (await take(all.remaining)).allowed ? all.remaining : 0;
  const next = await take(1);
  return { granted: granted + (next.allowed ? 1 : 0), decision: next };
}

/** The headers of every answer of a limited route, including errors. */
export function rateLimitHeaders(decision: RateLimitDecision): Record<string, string> {
  return {
    'ratelimit-limit': String(decision.limit),
    'ratelimit-remaining': String(Math.max(0, Math.floor(decision.remaining))),
    'ratelimit-reset': String(Math.ceil(decision.resetMs / MS_PER_SECOND)),
  };
}

/** The refusal of a request that exceeds its policy. */
export function rateLimitedError(decision: RateLimitDecision): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(decision.resetMs / MS_PER_SECOND));
  return new AppError('RATE_LIMITED', {
    headers: { ...rateLimitHeaders(decision), 'retry-after': String(retryAfterSeconds) },
    details: { retry_after_seconds: retryAfterSeconds },
  });
}
