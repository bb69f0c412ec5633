import type { EpayAccount } from './account.ts';
import { readAnswer, type GatewayAnswer } from './answer.ts';
import { callGateway, type GatewayCall, type GatewayTerms } from './call-gateway.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import { unknown, type EpayOutcome, type EpayUnknown } from './outcome.ts';

/** Names an order at the gateway: `tradeNo` is the gateway's number and `outTradeNo` is ours. */
export type OrderReference = { outTradeNo: string } | { tradeNo: string };

export interface EpayClientOptions extends Omit<GatewayTerms, 'gatewayUrl'> {
  account: EpayAccount;
  payHosts: readonly string[];
  refundSuccessCodes: readonly number[];
}

/** What the calls share. */
export interface CallContext {
  options: EpayClientOptions;
  /** Makes a call and reads its answer; in V2 the fields are signed. */
  ask: (call: Omit<GatewayCall, 'query'> & { query?: Record<string, string> }) => Promise<AskedAnswer | EpayUnknown>;
}

export type AskedAnswer = GatewayAnswer & { members: ReadonlyMap<string, unknown>; kind: 'answer' };

export function createContext(options: EpayClientOptions, breaker: CircuitBreaker): CallContext {
  const { account, clock } = options;
  const terms = { ...options, gatewayUrl: account.gatewayUrl };
  return {
    options,
    ask: async (call) => {
      const members = await callGateway(terms, breaker, call);
      if ('kind' in members) return members;
      const answer = readAnswer(account, members, clock.now());
      return 'kind' in answer ? answer : { ...answer, members, kind: 'answer' };
    },
  };
}

/** A refusal, where the code is one; null where it is none of success or refusal. */
export function refusalOf({ code, message, isSigned }: GatewayAnswer): EpayOutcome<never> {
  return code < 0 ? { kind: 'refused', code, message, isSigned } : unknown('UNEXPECTED');
}

/** The fields that name an order. */
export function referenceFields(reference: OrderReference): Record<string, string> {
  return 'tradeNo' in reference ? { trade_no: reference.tradeNo } : { out_trade_no: reference.outTradeNo };
}
