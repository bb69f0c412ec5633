import type { InputReason } from './input-reasons.ts';
import type { Localized } from './language.ts';

/** One wrong or missing input, before it is worded. */
export interface ValidationProblem {
  /** The place: `body`, `query`, `path` or `header`, then the members on the way. */
  readonly loc: readonly (string | number)[];
  /** Stable machine word, for example `missing`, `enum`, `greater_than_equal`. */
  readonly type: string;
  /** Replaces the wording of the type in the table. */
  readonly message?: Localized;
  /** Which of our own checks refused it, for the pages; programs read `ctx.error`. */
  readonly reason?: InputReason;
  /** The value received, when it is short and not secret. */
  readonly input?: string | number | boolean | null;
  /** The limits that were broken, for example `{ge: 1}`. */
  readonly ctx?: Readonly<Record<string, unknown>>;
}

/** A declared input is missing or wrong: answered 422 with HTTPValidationError. */
export class ValidationFailure extends Error {
  override readonly name = 'ValidationFailure';
  readonly problems: readonly ValidationProblem[];

  constructor(problems: readonly ValidationProblem[], options?: ErrorOptions) {
    super(problems.map((problem) => `${problem.loc.join('.')}: ${problem.type}`).join('; '), options);
    this.problems = problems;
  }
}
