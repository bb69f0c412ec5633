import type { AnalysisError } from '@revera/provenance';
import { AppError } from '../shared/app-error.ts';

const OVERLOAD_RETRY_SECONDS = '5';

/** The caller's error when a pool could not do its work. */
export function poolFailure(cause: AnalysisError): AppError {
  switch (cause.code) {
    case 'unknown_media_type':
      return new AppError('INVALID_FILE_TYPE', { cause });
    case 'deadline_exceeded':
      return new AppError('JOB_TIMEOUT', { cause });
    case 'pool_overloaded':
      return new AppError('RATE_LIMITED', { cause, headers: { 'Retry-After': OVERLOAD_RETRY_SECONDS } });
    case 'not_started':
      return unavailable(cause);
    case 'nothing_readable':
    case 'memory_exceeded':
      return new AppError('MEDIA_PARSE_FAILED', { cause });
    case 'file_unreadable':
    case 'thread_died':
    case 'pool_closed':
      return new AppError('INTERNAL_ERROR', { cause });
  }
}

/** The refusal of work whose turn did not come in time. */
export function unavailable(cause?: unknown): AppError {
  return new AppError('SERVICE_UNAVAILABLE', { cause, headers: { 'Retry-After': OVERLOAD_RETRY_SECONDS } });
}
