import { parseEpayMoney, type Fen } from '../../../shared/fen.ts';
import type { EpayAccount, EpayKeys } from './account.ts';
import { EPAY_LIMITS } from './limits.ts';
import { parseMessage, type EpayMessage, type EpayParameters, type MalformedReason } from './parameters.ts';
import { SIGN_TYPES, verifyV1, verifyV2 } from './signature.ts';

/** What a gateway says of a payment, read only after its signature held. */
export interface EpayNotice {
  pid: string;
  tradeNo: string;
  outTradeNo: string;
  money: Fen;
  /** Only `TRADE_SUCCESS` means paid. */
  tradeStatus: string;
  isPaid: boolean;
  /** What the buyer chose, which need not be what the order asked for; null: not said. */
  type: string | null;
  /** Of the bank or wallet behind the gateway; null: not said. */
  apiTradeNo: string | null;
}

/** Why a message that can be read does not count. */
export type RefusalReason = 'PROTOCOL' | 'SIGNATURE' | 'PID' | 'TIMESTAMP';

export type MessageVerdict =
  | { kind: 'verified'; notice: EpayNotice }
  | { kind: 'malformed'; reason: MalformedReason }
  /** `outTradeNo` is what the message claims: it names an order to ask the gateway about, and nothing else. */
  | { kind: 'refused'; reason: RefusalReason; outTradeNo: string };

const PAID = 'TRADE_SUCCESS';

const PATTERNS = {
  pid: /^[A-Za-z0-9_-]{1,64}$/,
  trade_no: /^[A-Za-z0-9._|-]{1,64}$/,
  out_trade_no: /^[A-Za-z0-9._|-]{1,150}$/,
  trade_status: /^[A-Za-z_]{1,32}$/,
  type: /^[A-Za-z0-9_]{1,32}$/,
  api_trade_no: /^[A-Za-z0-9._|-]{1,128}$/,
} as const;

type Field = keyof typeof PATTERNS;

/** Parses and verifies a notification. */
export function verifyNotify(account: EpayAccount, message: EpayMessage, now: Date): MessageVerdict {
  return verifyMessage(account, message, now, true);
}

/** As {@link verifyNotify}, but of any age: buyers reload the page they came back to. It moves no money. */
export function verifyReturn(account: EpayAccount, message: EpayMessage, now: Date): MessageVerdict {
  return verifyMessage(account, message, now, false);
}

/** The order number and the merchant that a message names, before anything is verified; null: it cannot be read. */
export function peekMessage(message: EpayMessage): { outTradeNo: string; pid: string } | null {
  const parsed = parseMessage(message);
  if (parsed.kind === 'malformed') return null;
  const [outTradeNo, pid] = [field(parsed.parameters, 'out_trade_no'), field(parsed.parameters, 'pid')];
  return outTradeNo === null || pid === null ? null : { outTradeNo, pid };
}

function verifyMessage(account: EpayAccount, message: EpayMessage, now: Date, mustBeFresh: boolean): MessageVerdict {
  const parsed = parseMessage(message);
  if (parsed.kind === 'malformed') return parsed;
  const { parameters } = parsed;
  const notice = readNotice(parameters);
  if (notice === null) return { kind: 'malformed', reason: 'FIELD' };
  const refuse = (reason: RefusalReason): MessageVerdict => ({
    kind: 'refused',
    reason,
    outTradeNo: notice.outTradeNo,
  });
  const { keys } = account;
  const signType = textOf(parameters, 'sign_type');
  if (signType !== null && signType !== SIGN_TYPES[keys.protocol]) return refuse('PROTOCOL');
  if (!isSigned(parameters, keys, now)) return refuse('SIGNATURE');
  if (notice.pid !== account.pid) return refuse('PID');
  if (keys.protocol === 'v2' && !isTimely(textOf(parameters, 'timestamp'), now, mustBeFresh))
    return refuse('TIMESTAMP');
  return { kind: 'verified', notice };
}

/** Whether these parameters carry a signature by the gateway's key, or by its previous one while that still counts. */
export function isSigned(parameters: EpayParameters, keys: EpayKeys, now: Date): boolean {
  const signature = textOf(parameters, 'sign') ?? '';
  const isPreviousValid = keys.previous !== null && now < keys.previous.verifyUntil;
  if (keys.protocol === 'v1') {
    if (verifyV1(parameters, signature, keys.key)) return true;
    return isPreviousValid && verifyV1(parameters, signature, keys.previous?.key ?? '');
  }
  if (verifyV2(parameters, signature, keys.platformKey)) return true;
  return isPreviousValid && keys.previous !== null && verifyV2(parameters, signature, keys.previous.key);
}

/** Whether a time in seconds, as V2 messages carry it, is a time and near ours. */
export function isTimely(timestamp: string | null, now: Date, mustBeFresh = true): boolean {
  if (timestamp === null || !/^[0-9]{10}$/.test(timestamp)) return false;
  const apartSeconds = Math.abs(now.getTime() / 1000 - Number(timestamp));
  return !mustBeFresh || apartSeconds <= EPAY_LIMITS.timestampSeconds;
}

function readNotice(parameters: EpayParameters): EpayNotice | null {
  const [pid, tradeNo, outTradeNo, tradeStatus] = (['pid', 'trade_no', 'out_trade_no', 'trade_status'] as const).map(
    (name) => field(parameters, name),
  );
  const money = parseEpayMoney(textOf(parameters, 'money') ?? '');
  if (pid == null || tradeNo == null || outTradeNo == null || tradeStatus == null) return null;
  if (money === undefined || money === 0n) return null;
  return {
    pid,
    tradeNo,
    outTradeNo,
    money,
    tradeStatus,
    isPaid: tradeStatus === PAID,
    type: field(parameters, 'type'),
    apiTradeNo: field(parameters, 'api_trade_no'),
  };
}

/** A field that fits its pattern, which is of ASCII alone; else null. */
function field(parameters: EpayParameters, name: Field): string | null {
  const text = textOf(parameters, name);
  return text !== null && PATTERNS[name].test(text) ? text : null;
}

/** Each byte as one character: whatever is not ASCII fits no pattern. Null: there is no such parameter. */
function textOf(parameters: EpayParameters, name: string): string | null {
  const value = parameters.get(name);
  return value === undefined ? null : Buffer.from(value).toString('latin1');
}
