import { CodedError } from '../../shared/coded-error.ts';
import { TRUST_LIMITS } from './limits.ts';

/**
 * A list that was read and not accepted: malformed, of another kind, or without too many of its certificates. The code is the
 * engine's (`MALFORMED_PEM` …), or `NOT_TEXT`, `TOO_MANY_REMOVED`, `ALLOWED_NOT_SUPPORTED`.
 */
export class TrustRefusal extends CodedError<string> {
  override readonly name = 'TrustRefusal';
}

/** What is kept and shown about a failure. */
export function describeProblem(problem: { code: string; message: string }): string {
  return `${problem.code}: ${problem.message}`.slice(0, TRUST_LIMITS.errorCharacters);
}
