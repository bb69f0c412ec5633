import { hashApiKey } from '../shared/api-key-format.ts';
import { AppError } from '../shared/app-error.ts';
import type { ServerLimits } from '../shared/limits.ts';
import {
  addressSubject,
  rateLimitedError,
  takeRateLimit,
  type RateLimitDecision,
  type RateLimitStore,
} from './rate-limit.ts';

/** A key that exists and can no longer be used. */
export interface KnownKeyRefusal {
  readonly kind: 'known_key';
  readonly keyId: string;
  readonly organizationId: string;
  readonly reason: 'revoked' | 'expired';
}

/** Why a bearer token was refused. */
export type TokenRefusal =
  | KnownKeyRefusal
  | { readonly kind: 'unknown_key' }
  /** Its form or checksum is not that of a key. */
  | { readonly kind: 'malformed' }
  | { readonly kind: 'admin_token' };

/** INVALID_API_KEY, with facts for the log and the audit log only. */
export class RefusedToken extends AppError {
  readonly refusal: TokenRefusal;

  constructor(refusal: TokenRefusal, challenge: string) {
    super('INVALID_API_KEY', { headers: { 'www-authenticate': challenge } });
    this.refusal = refusal;
  }
}

/** Keeps callers who guess tokens from having each guess looked up. */
export interface TokenGate {
  /** @throws {AppError} RATE_LIMITED when too many from this address were refused, and this one was not valid recently */
  admit(token: string, address: string): void;
  /** Records that the token was valid. */
  accept(token: string): void;
  /** @throws {AppError} RATE_LIMITED when it was one too many */
  refuse(token: string, address: string): Promise<void>;
}

/** Addresses and tokens that are remembered; each takes some hundred bytes. */
const KEPT_MAX = 10_000;
const MS_PER_SECOND = 1000;

interface Block {
  readonly untilMs: number;
  readonly decision: RateLimitDecision;
}

/**
 * All processes share the bucket of an address, but each remembers by itself that it is empty, so that a token is then refused
 * without a query. A token that was valid a short while ago is still looked up: one program with a wrong key must not shut out
 * all others behind its address.
 */
export function createTokenGate(services: {
  readonly rateLimits: RateLimitStore;
  readonly limits: ServerLimits;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}): TokenGate {
  const { rateLimits, limits, now } = services;
  const blocks = new Map<string, Block>();
  const good = new Map<string, true>();
  return {
    admit: (token, address) => {
      const block = blocks.get(addressSubject(address));
      const leftMs = (block?.untilMs ?? 0) - now();
      if (block === undefined || leftMs <= 0 || good.has(hashApiKey(token))) return;
      throw rateLimitedError({ ...block.decision, resetMs: leftMs });
    },
    accept: (token) => {
      remember(good, hashApiKey(token), true);
    },
    refuse: async (token, address) => {
      good.delete(hashApiKey(token));
      const caller = { principal: { kind: 'anonymous' }, address } as const;
      const decision = await takeRateLimit('refused_token', caller, rateLimits, limits);
      const emptyMs = decision.allowed ? emptyAfter(decision, limits) : decision.resetMs;
      if (emptyMs > 0) remember(blocks, addressSubject(address), { untilMs: now() + emptyMs, decision });
      if (!decision.allowed) throw rateLimitedError(decision);
    },
  };
}

/** How long the bucket stays empty after one token was taken. */
function emptyAfter({ remaining }: RateLimitDecision, { refusedTokensPerMinute }: ServerLimits): number {
  return remaining >= 1 ? 0 : (60 * MS_PER_SECOND) / refusedTokensPerMinute;
}

/** Limits how much is remembered: the oldest entry goes. */
function remember<Value>(entries: Map<string, Value>, key: string, value: Value): void {
  entries.delete(key);
  entries.set(key, value);
  const [oldest] = entries.keys();
  if (entries.size > KEPT_MAX && oldest !== undefined) entries.delete(oldest);
}
