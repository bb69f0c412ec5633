import { ERROR_CODES, type ErrorCode } from './error-codes.ts';
import { UnavailableError } from './unavailable-error.ts';

export interface AppErrorOptions {
  /** Free-form facts for the caller; snake_case, nothing secret. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Replaces the status of the table; only 410 for NOT_FOUND. */
  readonly status?: number;
  /** Additional response headers, for example `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What went wrong inside; logged, never sent. */
  readonly cause?: unknown;
}

/** A refusal that the caller is told by its published code; the HTTP layer words it and sends it. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(
      `${code}: ${ERROR_CODES[code].message.en}`,
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.code = code;
    this.status = options.status ?? ERROR_CODES[code].status;
    this.details = options.details;
    this.headers = options.headers ?? {};
  }
}

/**
 * What was thrown, as what the caller is told: what is away for the moment says when to try again; anything else but an
 * `AppError` is our own fault. The cause is kept for the log.
 */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof UnavailableError) {
    const headers = { 'retry-after': String(error.retryAfterSeconds) };
    return new AppError('SERVICE_UNAVAILABLE', { cause: error, headers });
  }
  return new AppError('INTERNAL_ERROR', { cause: error });
}
