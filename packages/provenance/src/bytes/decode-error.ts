/** Untrusted bytes are not what they should be. Names what was being read and where it starts. */
export class DecodeError extends Error {
  /** What was being read, in plain words without text from the file. */
  readonly what: string;
  /** Byte offset from the start of what was handed to the decoder. */
  readonly offset: number;

  constructor(what: string, offset: number, options?: ErrorOptions) {
    super(`${what} at byte ${offset}`, options);
    this.name = 'DecodeError';
    this.what = what;
    this.offset = offset;
  }
}
