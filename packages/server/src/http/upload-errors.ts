import { AppError } from '../shared/app-error.ts';
import { ValidationFailure } from '../shared/validation-failure.ts';
import type { HeaderExcess, PartHeaderLimits } from './part-headers.ts';

/** RFC 2046 §5.1.1: 1 to 70 characters of this set, not ending in a space. */
const BOUNDARY = /;\s*boundary=(?:"([\w'()+,./:=? -]{0,69}[\w'()+,./:=?-])"|([\w'()+,./:=?-]{1,70}))\s*(?:;|$)/i;

/** The boundary of a multipart form; undefined for another content type, or when it cannot be parsed. */
export function multipartBoundary(contentType: string | undefined): string | undefined {
  if (contentType === undefined || !/^multipart\/form-data\s*;/i.test(contentType)) return undefined;
  const found = BOUNDARY.exec(contentType);
  return found?.[1] ?? found?.[2];
}

export function hasMultipartBoundary(contentType: string | undefined): boolean {
  return multipartBoundary(contentType) !== undefined;
}

/**
 * The refusal of part headers beyond their limits. 422 and not FILE_TOO_LARGE: neither a file nor the whole body is too large,
 * but the parser would not read all of the form.
 */
export function excessHeaders(excess: HeaderExcess, { maxBytes, maxPairs }: PartHeaderLimits): ValidationFailure {
  const message =
    excess === 'bytes'
      ? {
          en: `The headers of a part are larger than ${maxBytes} bytes`,
          'zh-CN': `表单某部分的头部超过 ${maxBytes} 字节`,
        }
      : { en: `A part has more than ${maxPairs} headers`, 'zh-CN': `表单某部分的头部超过 ${maxPairs} 个` };
  return new ValidationFailure([{ loc: ['body'], type: 'multipart_invalid', message }]);
}

/** The refusal of more bytes than the limit. */
export function tooLarge(limitBytes: number): AppError {
  return new AppError('FILE_TOO_LARGE', { details: { limit_bytes: limitBytes } });
}

type Refusal = (partName: string) => ValidationFailure;

const malformed: Refusal = () => new ValidationFailure([{ loc: ['body'], type: 'multipart_invalid' }]);
const tooManyParts: Refusal = () =>
  new ValidationFailure([
    {
      loc: ['body'],
      type: 'multipart_invalid',
      message: { en: 'The form has too many parts', 'zh-CN': '表单的部分过多' },
    },
  ]);

/** Codes of @fastify/multipart and of the streams it ends. */
const BY_CODE: Readonly<Record<string, Refusal>> = {
  FST_PARTS_LIMIT: tooManyParts,
  FST_FILES_LIMIT: tooManyParts,
  FST_FIELDS_LIMIT: tooManyParts,
  FST_PROTO_VIOLATION: malformed,
  FST_MP_PREMATURE_CLOSE: malformed,
  FST_INVALID_MULTIPART_CONTENT_TYPE: (partName) =>
    new ValidationFailure([{ loc: ['body', partName], type: 'missing', input: null }]),
  ERR_STREAM_PREMATURE_CLOSE: malformed,
};

/** Errors of the parser itself carry no code. */
const PARSER_MESSAGE =
  /^(?:Unexpected end of multipart data|Multipart: |Malformed |(?:Part|Preamble) terminated early)/;

/** A parser's complaint becomes a 422; everything else, for example a full disk, is returned as it is. */
export function translateMultipartError(error: unknown, partName: string): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const refusal = code === undefined ? undefined : BY_CODE[code];
  if (refusal !== undefined) return refusal(partName);
  return PARSER_MESSAGE.test(error.message) ? malformed(partName) : error;
}
