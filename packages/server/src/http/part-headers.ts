/** Which limit a part's headers exceed. */
export type HeaderExcess = 'bytes' | 'pairs';

export interface PartHeaderLimits {
  readonly maxBytes: number;
  readonly maxPairs: number;
}

const HEADERS_END = '\r\n\r\n';
const DASH = 0x2d;

/** Undefined when their end has not arrived yet. */
function headersLength(data: Buffer, delimiterAt: number): number | undefined {
  const ends = [data.indexOf(HEADERS_END), delimiterAt].filter((at) => at !== -1);
  return ends.length === 0 ? undefined : Math.min(...ends);
}

/**
 * Reads along with the parser of multipart bodies and finds headers beyond the limits. The parser silently drops the excess, and
 * would take a part for one without a name, or a file for a field.
 */
export class PartHeaders {
  readonly #delimiter: Buffer;
  readonly #limits: PartHeaderLimits;
  #where: 'content' | 'headers' | 'end' = 'content';
  /** Possibly the beginning of a delimiter, or all headers so far. The first delimiter needs no line before it. */
  #kept: Buffer = Buffer.from('\r\n');

  constructor(boundary: string, limits: PartHeaderLimits) {
    this.#delimiter = Buffer.from(`\r\n--${boundary}`);
    this.#limits = limits;
  }

  /** Null when nothing was found so far. */
  push(chunk: Buffer): HeaderExcess | null {
    if (this.#where === 'end' || this.#skipsContent(chunk)) return null;
    let data = Buffer.concat([this.#kept, chunk]);
    for (;;) {
      const delimiterAt = data.indexOf(this.#delimiter);
      if (this.#where === 'headers') {
        if (data[0] === DASH && data[1] === DASH) {
          this.#where = 'end';
          return null;
        }
        const length = headersLength(data, delimiterAt);
        if (length === undefined) return this.#keepHeaders(data);
        const excess = this.#judge(data.subarray(0, length));
        if (excess !== null) return excess;
        this.#where = 'content';
        data = data.subarray(length === delimiterAt ? length : length + 2);
      } else if (delimiterAt === -1) {
        this.#kept = data.subarray(Math.max(0, data.length - this.#delimiter.length + 1));
        return null;
      } else {
        this.#where = 'headers';
        data = data.subarray(delimiterAt + this.#delimiter.length);
      }
    }
  }

  /** True for a chunk in the middle of a file: almost all are, and none of them is copied. */
  #skipsContent(chunk: Buffer): boolean {
    const overlap = this.#delimiter.length - 1;
    if (this.#where !== 'content' || chunk.length < overlap) return false;
    const seam = Buffer.concat([this.#kept, chunk.subarray(0, overlap)]);
    if (seam.includes(this.#delimiter) || chunk.includes(this.#delimiter)) return false;
    // A copy: a view would hold the whole chunk.
    this.#kept = Buffer.from(chunk.subarray(chunk.length - overlap));
    return true;
  }

  #keepHeaders(data: Buffer): HeaderExcess | null {
    this.#kept = data;
    return data.length >= this.#limits.maxBytes + HEADERS_END.length ? 'bytes' : null;
  }

  #judge(headers: Buffer): HeaderExcess | null {
    if (headers.length > this.#limits.maxBytes) return 'bytes';
    // A line that begins with a blank continues the one before it.
    const lines = headers
      .toString('latin1')
      .split('\r\n')
      .filter((line) => /^[^\t ]/.test(line));
    return lines.length > this.#limits.maxPairs ? 'pairs' : null;
  }
}
