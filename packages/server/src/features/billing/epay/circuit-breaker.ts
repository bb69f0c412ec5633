import type { Clock } from '../../../platform/clock.ts';
import { EPAY_LIMITS } from './limits.ts';

/** Spares a gateway that does not answer, and our callers the wait for it. */
export interface CircuitBreaker {
  /** Whether a call may be made now. After a pause one call is let through, whose outcome decides. */
  admits(): boolean;
  succeeded(): void;
  failed(): void;
}

/** Opens after so many failures within the window, for `breakerOpenMs`. */
export function createCircuitBreaker(clock: Clock): CircuitBreaker {
  let failures: number[] = [];
  let openUntil: number | null = null;
  let isTrying = false;
  const now = (): number => clock.now().getTime();
  const open = (): void => {
    openUntil = now() + EPAY_LIMITS.breakerOpenMs;
    isTrying = false;
    failures = [];
  };
  return {
    admits: () => {
      if (openUntil === null) return true;
      // A clock that was set back must not keep the breaker open for longer than it opens.
      const isOver = now() >= openUntil || openUntil - now() > EPAY_LIMITS.breakerOpenMs;
      if (!isOver || isTrying) return false;
      isTrying = true;
      return true;
    },
    succeeded: () => {
      failures = [];
      openUntil = null;
      isTrying = false;
    },
    failed: () => {
      if (openUntil !== null) return open();
      const since = now() - EPAY_LIMITS.breakerWindowMs;
      failures = [...failures.filter((at) => at > since), now()];
      if (failures.length >= EPAY_LIMITS.breakerFailures) open();
    },
  };
}
