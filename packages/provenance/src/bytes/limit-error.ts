import { DecodeError } from './decode-error.ts';

/** A limit was reached before the end of the bytes: the rest was not looked at. */
export class LimitError extends DecodeError {
  /** True when the whole file's budget is spent, so no other part can be read either. */
  readonly isFinal: boolean;

  constructor(what: string, offset: number, { isFinal = false }: { isFinal?: boolean } = {}) {
    super(`${what}: over the limit`, offset);
    this.name = 'LimitError';
    this.isFinal = isFinal;
  }
}
