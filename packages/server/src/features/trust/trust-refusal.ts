import { TRUST_LIMITS } from './limits.ts';

/** A list that was read and not taken: malformed, of another kind, or without too many of its certificates. */
export class TrustRefusal extends Error {
  override readonly name = 'TrustRefusal';
  /** Of the engine (`MALFORMED_PEM` …), or `NOT_TEXT`, `TOO_MANY_REMOVED`, `ALLOWED_NOT_SUPPORTED`. */
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** What is kept and shown of a failure. */
export function describeProblem(problem: { code: string; message: string }): string {
  return `${problem.code}: ${problem.message}`.slice(0, TRUST_LIMITS.errorCharacters);
}
