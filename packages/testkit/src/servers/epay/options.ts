import type { KeyObject } from 'node:crypto';

export interface FakeEpayOptions {
  pid: string;
  /** Of V1. */
  key: string;
  /** The gateway's own. */
  platformKeys: { privateKey: KeyObject; publicKey: KeyObject };
  /** The merchant's. */
  merchantKeys: { privateKey: KeyObject; publicKey: KeyObject };
  /** The gateway's clock. */
  now: () => Date;
  notifyMethod: 'GET' | 'POST';
  /** What notifications say in place of the order's name; null: the name as it is stored. */
  productName: string | null;
}

/** What goes wrong with an answer. What was asked for has happened nevertheless, as when an answer is lost on its way. */
export type EpayFault =
  /** No answer at all. */
  | { kind: 'hang' }
  | { kind: 'status'; status: number }
  | { kind: 'html' }
  /** `{}`. */
  | { kind: 'empty' }
  /** JSON that breaks off. */
  | { kind: 'truncated' }
  /** Sends for as long as the client reads. */
  | { kind: 'endless' }
  | { kind: 'redirect'; location: string }
  /** Members are replaced before the answer is signed. */
  | { kind: 'other'; members: Readonly<Record<string, unknown>> }
  /** Members are replaced in the signed answer. */
  | { kind: 'forged'; members: Readonly<Record<string, unknown>> }
  | { kind: 'unsigned' };

/** The calls of merchants, by what they are for. */
export type EpayCall = 'create' | 'query' | 'refund' | 'refundquery' | 'close' | 'orders';
