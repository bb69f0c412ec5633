import { DecodeError } from '../../bytes/decode-error.ts';

/** An unusable answer from a time-stamping authority or a responder. The message has no text of the answer. */
export class EvidenceError<Code extends string> extends Error {
  readonly code: Code;

  constructor(code: Code, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The result of `read`. A failure to decode becomes the error that `malformed` makes from it. */
export function decodedOr<T>(read: () => T, malformed: (what: string, cause: DecodeError) => Error): T {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof DecodeError)) throw cause;
    throw malformed(cause.what, cause);
  }
}
