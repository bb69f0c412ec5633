import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { parseRanges } from './accept.ts';

export type ContentEncoding = 'br' | 'gzip';

/** Best first. */
const ENCODINGS: readonly ContentEncoding[] = ['br', 'gzip'];

/** For shorter texts the encoding gains less than its header costs. */
const COMPRESSED_FROM_BYTES = 1024;
/** Most of the gain of the highest level, in a fraction of its time. */
const BROTLI_QUALITY = 7;

const compressWithBrotli = promisify(brotliCompress);
const compressWithGzip = promisify(gzip);

/** The best encoding that an `Accept-Encoding` header accepts (RFC 9110 §12.5.3); undefined without one. */
export function chooseEncoding(accepted: string | undefined): ContentEncoding | undefined {
  const ranges = parseRanges(accepted);
  return ENCODINGS.find((encoding) => {
    const named = ranges.find(({ type }) => type === encoding) ?? ranges.find(({ type }) => type === '*');
    return named !== undefined && named.weight > 0;
  });
}

export interface EncodedText {
  readonly bytes: Uint8Array;
  readonly encoding: ContentEncoding;
}

/** Compresses a text; null when it is too short to benefit. */
export async function encodeText(text: string, encoding: ContentEncoding): Promise<EncodedText | null> {
  if (text.length < COMPRESSED_FROM_BYTES) return null;
  const bytes =
    encoding === 'gzip'
      ? await compressWithGzip(text)
      : await compressWithBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
  return { bytes, encoding };
}
