import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../shared/app-error.ts';
import { PLATFORM_LIMITS } from './limits.ts';

/** Argon2id with the parameters that OWASP's cheat sheet names for one lane; the cost is stated in docs/self-hosting.md. */
export const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface PasswordCost {
  /** In KiB. */
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

/** The hash of a random password that nobody kept, with the same parameters: unknown accounts are compared with it. */
export const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$m7fEIvUFIriDBmgUQynUOA$skw7QOO3+QlecZ/r/feYPpSGTnseGqqmF4NAcr6iY5A';

export interface Passwords {
  /** @throws {AppError} RATE_LIMITED when too many wait */
  hashPassword(password: string): Promise<string>;
  /**
   * The same work, and the answer false, when there is no account or it has no password.
   * @throws like hashPassword
   */
  verifyPassword(stored: string | null, password: string): Promise<boolean>;
}

/** How many are hashed at once, and how many may wait. */
export interface PasswordQueueSize {
  parallel: number;
  waiting: number;
}

const QUEUE: PasswordQueueSize = {
  parallel: PLATFORM_LIMITS.passwordHashesParallel,
  waiting: PLATFORM_LIMITS.passwordHashesWaiting,
};
const RETRY_AFTER_SECONDS = 5;

/**
 * Argon2id behind a queue: a storm of logins must leave processors, threads and memory to those who verify files.
 *
 * @param cost of new passwords; tests that are not about it pass a small one
 */
export function createPasswords(size: PasswordQueueSize = QUEUE, cost = PASSWORD_COST): Passwords {
  const inTurn = createTurns(size);
  return {
    hashPassword: (password) => inTurn(() => hash(canonical(password), cost)),
    verifyPassword: async (stored, password) => {
      const fits = await inTurn(() => verify(stored ?? DUMMY_HASH, canonical(password)));
      return fits && stored !== null;
    },
  };
}

/** One keyboard sends é as one character, another as two (NIST SP 800-63B §5.1.1.2 requires one form). */
function canonical(password: string): string {
  return password.normalize('NFKC');
}

function createTurns({ parallel, waiting }: PasswordQueueSize): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (running < parallel) {
      running += 1;
    } else {
      if (queue.length >= waiting) throw tooMany();
      // A finished task hands its place on, so `running` does not change.
      await new Promise<void>((resolve) => void queue.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

function tooMany(): AppError {
  return new AppError('RATE_LIMITED', {
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
    details: { retry_after_seconds: RETRY_AFTER_SECONDS },
  });
}
