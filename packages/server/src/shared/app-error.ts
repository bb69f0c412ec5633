import { z } from 'zod';
import { ERROR_CODES, type ErrorCode } from './error-codes.ts';
import { ERROR_DETAILS, type DetailsOf, type ErrorReason } from './error-details.ts';
import { UnavailableError } from './unavailable-error.ts';

interface AppErrorOptions<Code extends ErrorCode> {
  /** Facts for the caller, in a form that shared/error-details.ts has for the code; nothing secret. */
  readonly details?: DetailsOf<Code>;
  /** Replaces the status of the table; only 410 for NOT_FOUND. */
  readonly status?: number;
  /** Additional response headers, for example `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What went wrong inside; logged, never sent. */
  readonly cause?: unknown;
}

/** A code, with options whose details fit it. */
type Refusal = { [Code in ErrorCode]: [code: Code, options?: AppErrorOptions<Code>] }[ErrorCode];

/** A refusal with its published code; the HTTP layer words it and sends it. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: DetailsOf<ErrorCode> | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(...[code, options = {}]: Refusal) {
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

/** An error of one code. */
export type AppErrorOf<Code extends ErrorCode> = AppError & {
  readonly code: Code;
  readonly details: DetailsOf<Code> | undefined;
};

export function hasCode<Code extends ErrorCode>(error: AppError, code: Code): error is AppErrorOf<Code> {
  return error.code === code;
}

/** What is kept of a refusal that must be the same again; its words and its request ID are new each time. */
export interface StoredRefusal {
  code: ErrorCode;
  details?: unknown;
}

/** @throws Error when it is not a `StoredRefusal` with details that its code has */
export function restoreRefusal(stored: unknown): AppError {
  const { code, details } = z
    .strictObject({ code: z.string(), details: z.unknown() })
    .partial({ details: true })
    .parse(stored);
  const refusal: readonly unknown[] = details === undefined ? [code] : [code, { details }];
  if (!isRefusal(refusal, details)) throw new Error(`a refusal was stored that is none: ${code}`);
  return new AppError(...refusal);
}

function isRefusal(refusal: readonly unknown[], details: unknown): refusal is Refusal {
  const [code] = refusal;
  if (typeof code !== 'string' || !Object.hasOwn(ERROR_CODES, code)) return false;
  const forms: readonly z.ZodType[] = Object.entries(ERROR_DETAILS).find(([name]) => name === code)?.[1] ?? [];
  return details === undefined || forms.some((form) => form.safeParse(details).success);
}

/** The exact reason for a refusal, where its details give one. */
export function reasonOf({ details }: AppError): ErrorReason | undefined {
  return details !== undefined && 'reason' in details ? details.reason : undefined;
}

/**
 * Turns any thrown error into one for the caller: a temporary outage says when to try again; anything else but an `AppError` is
 * our own fault. The cause is kept for the log.
 */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof UnavailableError) {
    const headers = { 'retry-after': String(error.retryAfterSeconds) };
    return new AppError('SERVICE_UNAVAILABLE', { cause: error, headers });
  }
  return new AppError('INTERNAL_ERROR', { cause: error });
}
