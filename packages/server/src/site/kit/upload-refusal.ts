import { wordProblem } from '../../http/validation-messages.ts';
import { AppError, hasCode } from '../../shared/app-error.ts';
import { ERROR_CODES, type ErrorCode } from '../../shared/error-codes.ts';
import type { Language } from '../../shared/language.ts';
import { ValidationFailure, type ValidationProblem } from '../../shared/validation-failure.ts';
import { formatBytes } from './format-bytes.ts';
import { HOME } from '../home/words.ts';

/** What the form of the start page says of a file that was not verified. */
interface UploadRefusal {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What can be mended by sending another file, or the same one later. */
const WORDED: ReadonlySet<ErrorCode> = new Set([
  'INVALID_FILE_TYPE',
  'MEDIA_PARSE_FAILED',
  'FILE_TOO_LARGE',
  'JOB_TIMEOUT',
  'RATE_LIMITED',
  'SERVICE_UNAVAILABLE',
]);

/** Words a refusal, with the status that the interface for programs answers; null: not one that the form can explain. */
export function uploadRefusal(error: unknown, language: Language): UploadRefusal | null {
  if (error instanceof ValidationFailure) {
    return { status: 422, text: problemText(error.problems, language), headers: {} };
  }
  if (!(error instanceof AppError) || !WORDED.has(error.code)) return null;
  return { status: error.status, text: errorText(error, language), headers: error.headers };
}

function problemText([problem]: readonly ValidationProblem[], language: Language): string {
  const words = HOME[language].problems;
  if (problem === undefined || problem.type === 'missing') return words.noFile;
  return problem.type === 'too_long' ? words.oneFile : wordProblem(problem, language);
}

function errorText(error: AppError, language: Language): string {
  return hasCode(error, 'FILE_TOO_LARGE') && error.details !== undefined
    ? HOME[language].problems.tooLarge(formatBytes(error.details.limit_bytes, language))
    : ERROR_CODES[error.code].message[language];
}
