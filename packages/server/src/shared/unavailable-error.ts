/**
 * A part that the whole service stands on is away for the moment. No refusal of this request, which may be repeated, and
 * no bug; so no use case takes it for either.
 */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
  /** When trying again may help. */
  readonly retryAfterSeconds: number;

  constructor(message: string, options: { retryAfterSeconds: number; cause: unknown }) {
    super(message, { cause: options.cause });
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
