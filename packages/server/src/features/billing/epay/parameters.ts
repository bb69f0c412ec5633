import { EPAY_LIMITS } from './limits.ts';

/** Decoded parameters of a message by name. Values are bytes: some gateways sign in GBK. */
export type EpayParameters = ReadonlyMap<string, Uint8Array>;

/** A notification or a return as it came over the wire. */
export interface EpayMessage {
  method: 'GET' | 'POST';
  /** What follows the question mark, as sent; each character is one byte, as Node.js gives it. */
  query: string;
  body: Uint8Array;
  /** Value of the header `Content-Type`; empty: none. */
  contentType: string;
}

export type MalformedReason =
  | 'TOO_LARGE'
  | 'TOO_MANY'
  | 'NAME'
  | 'REPEATED'
  | 'ESCAPE'
  | 'NUL'
  | 'AMPERSAND'
  | 'NOT_A_FORM'
  | 'TWO_SOURCES'
  /** A field that we read is missing, or not what the protocol lets it be. */
  | 'FIELD';

export type ParsedMessage =
  { kind: 'parsed'; parameters: EpayParameters } | { kind: 'malformed'; reason: MalformedReason };

/** Brackets make arrays in PHP, which no signature covers; `__proto__` and its like are nobody's fields. */
const NAME = /^(?!__)[A-Za-z0-9_]{1,64}$/;

/** The fields that the protocol gives a meaning. */
const PROTOCOL_FIELDS: readonly string[] = [
  'pid',
  'trade_no',
  'out_trade_no',
  'type',
  'name',
  'money',
  'trade_status',
  'param',
  'timestamp',
  'sign',
  'sign_type',
];

const [NUL, PERCENT, PLUS, SPACE, AMPERSAND] = [0x00, 0x25, 0x2b, 0x20, 0x26];

/** Reads the parameters of a notification: of a form if it is signed, else of the query, and never of both. */
export function parseMessage({ method, query, body, contentType }: EpayMessage): ParsedMessage {
  if (query.length + body.length > EPAY_LIMITS.messageBytes) return malformed('TOO_LARGE');
  if (body.length > 0 && !isForm(contentType)) return malformed('NOT_A_FORM');
  if (/[^\0-\xff]/.test(query)) return malformed('ESCAPE');
  const [inQuery, inBody] = [parsePairs(Buffer.from(query, 'latin1')), parsePairs(body)];
  if (inQuery.kind === 'malformed') return inQuery;
  if (inBody.kind === 'malformed') return inBody;
  if (carriesProtocol(inQuery.parameters) && carriesProtocol(inBody.parameters)) return malformed('TWO_SOURCES');
  return method === 'POST' && inBody.parameters.has('sign') ? inBody : inQuery;
}

function isForm(contentType: string): boolean {
  return /^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType.trim());
}

function carriesProtocol(parameters: EpayParameters): boolean {
  return PROTOCOL_FIELDS.some((name) => parameters.has(name));
}

function parsePairs(encoded: Uint8Array): ParsedMessage {
  const parameters = new Map<string, Uint8Array>();
  for (const pair of split(encoded)) {
    if (parameters.size === EPAY_LIMITS.parameters) return malformed('TOO_MANY');
    const equals = pair.indexOf(0x3d);
    const name = decode(equals === -1 ? pair : pair.subarray(0, equals));
    const value = decode(equals === -1 ? new Uint8Array() : pair.subarray(equals + 1));
    if (name === null || value === null) return malformed('ESCAPE');
    const text = Buffer.from(name).toString('latin1');
    if (!NAME.test(text)) return malformed('NAME');
    if (parameters.has(text)) return malformed('REPEATED');
    if (value.includes(NUL)) return malformed('NUL');
    // Without this, two different messages could have one signature: nothing escapes the separator in what is signed.
    if (value.includes(AMPERSAND)) return malformed('AMPERSAND');
    parameters.set(text, value);
  }
  return { kind: 'parsed', parameters };
}

/** The parts between the separators, without empty ones. */
function* split(encoded: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start <= encoded.length;) {
    const found = encoded.indexOf(AMPERSAND, start);
    const end = found === -1 ? encoded.length : found;
    if (end > start) yield encoded.subarray(start, end);
    start = end + 1;
  }
}

/** Undoes percent-encoding; null for an escape that is none. */
function decode(encoded: Uint8Array): Uint8Array | null {
  const bytes = new Uint8Array(encoded.length);
  let length = 0;
  for (let at = 0; at < encoded.length; at += 1) {
    const byte = encoded[at] ?? 0;
    if (byte === PERCENT) {
      const hex = Buffer.from(encoded.subarray(at + 1, at + 3)).toString('latin1');
      if (!/^[0-9A-Fa-f]{2}$/.test(hex)) return null;
      bytes[length] = Number.parseInt(hex, 16);
      at += 2;
    } else bytes[length] = byte === PLUS ? SPACE : byte;
    length += 1;
  }
  return bytes.subarray(0, length);
}

function malformed(reason: MalformedReason): ParsedMessage {
  return { kind: 'malformed', reason };
}
