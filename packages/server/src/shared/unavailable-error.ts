/**
 * A part that the whole service depends on is temporarily unavailable. Neither a refusal of this request, which may be repeated,
 * nor a bug; so no use case treats it as either.
 */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
  /** After how long trying again may help. */
  readonly retryAfterSeconds: number;

  constructor(message: string, options: { retryAfterSeconds: number; cause: unknown }) {
    super(message, { cause: options.cause });
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
