import { parseEpayMoney, type Fen } from '../../../shared/fen.ts';
import type { EpayAccount } from './account.ts';
import { EPAY_LIMITS } from './limits.ts';
import { unknown, type EpayUnknown } from './outcome.ts';
import type { EpayParameters } from './parameters.ts';
import { isSigned, isTimely } from './verify-message.ts';

/** An answer of the gateway to one of our calls: its members that are neither lists nor objects, as text. */
export interface GatewayAnswer {
  code: number;
  /** Shortened; without control characters. */
  message: string;
  isSigned: boolean;
  fields: ReadonlyMap<string, string>;
}

const CODE = /^-?[0-9]{1,9}$/;

/** Reads an answer; a V2 signature that is there must hold, whatever the answer says. */
export function readAnswer(
  { keys, pid }: EpayAccount,
  members: ReadonlyMap<string, unknown>,
  now: Date,
): GatewayAnswer | EpayUnknown {
  const fields = new Map([...members].flatMap(([name, value]) => scalar(name, value)));
  const code = fields.get('code') ?? '';
  if (!CODE.test(code)) return unknown('UNEXPECTED');
  const answer = { code: Number(code), message: harmless(fields.get('msg') ?? ''), isSigned: false, fields };
  if ((fields.get('pid') ?? pid) !== pid) return unknown('MISMATCH');
  if (keys.protocol === 'v1' || !fields.has('sign')) return answer;
  if (!isSigned(parametersFrom(fields), keys, now)) return unknown('SIGNATURE');
  return isTimely(fields.get('timestamp') ?? null, now) ? { ...answer, isSigned: true } : unknown('TIMESTAMP');
}

/** As PHP turns values into the text that it signs. Lists and objects are in no signature. */
function scalar(name: string, value: unknown): [string, string][] {
  if (typeof value === 'string') return [[name, value]];
  if (typeof value === 'number') return [[name, String(value)]];
  if (typeof value === 'boolean') return [[name, value ? '1' : '']];
  return [];
}

function parametersFrom(fields: ReadonlyMap<string, string>): EpayParameters {
  return new Map([...fields].map(([name, text]) => [name, Buffer.from(text, 'utf8')]));
}

function harmless(text: string): string {
  return text.replaceAll(/\p{C}/gu, ' ').slice(0, EPAY_LIMITS.messageCharacters);
}

/** A member of an answer or of a row that is money; null: it is none. */
export function moneyOf(fields: ReadonlyMap<string, string>, name: string): Fen | null {
  return parseEpayMoney(fields.get(name) ?? '') ?? null;
}

/** The members of a row of a list that are neither lists nor objects; null: it is no object. */
export function fieldsOfRow(row: unknown): ReadonlyMap<string, string> | null {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return null;
  return new Map(Object.entries(row).flatMap(([name, value]: [string, unknown]) => scalar(name, value)));
}
