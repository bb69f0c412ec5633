import { fieldsOfRow } from './answer.ts';
import {
  createContext,
  referenceFields,
  refusalOf,
  type CallContext,
  type EpayClientOptions,
  type OrderReference,
} from './call-context.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { EPAY_LIMITS } from './limits.ts';
import { readOrderState, type EpayOrderState } from './order-state.ts';
import { unknown, type EpayOutcome } from './outcome.ts';
import { checkPayTarget, type PayTarget } from './pay-target.ts';
import { orderFields, payUrl, signedFields, type EpayOrder } from './pay-url.ts';
import { queryRefund, refund, type EpayRefund, type RefundRequest, type RefundState } from './refund-calls.ts';

/** A payment that the gateway has prepared. */
export interface CreatedPayment {
  tradeNo: string;
  target: PayTarget;
}

/** A page of the merchant's orders, newest first. Nothing signs it: it only names orders to ask about. */
export interface OrderPage {
  /** Null for a row that cannot be read. */
  rows: (EpayOrderState | null)[];
}

/** What we ask of a gateway. No call throws for what the gateway does, and none is made twice. */
export interface EpayClient {
  /** The signed page jump, without a call. */
  payUrl(order: EpayOrder): string;
  /** Has the gateway prepare a payment; the buyer's address is of the buyer, who must have chosen a type. */
  create(order: EpayOrder & { type: string }, buyerAddress: string): Promise<EpayOutcome<CreatedPayment>>;
  query: (reference: OrderReference) => Promise<EpayOutcome<EpayOrderState>>;
  refund(request: RefundRequest): Promise<EpayOutcome<EpayRefund>>;
  /** What came of a refund, by our number of it; V2 only. */
  queryRefund(outRefundNo: string): Promise<EpayOutcome<RefundState>>;
  /** Ends an unpaid order; V2 only, and not with every channel. */
  close(reference: OrderReference): Promise<EpayOutcome<null>>;
  listOrders(offset: number): Promise<EpayOutcome<OrderPage>>;
}

export function createEpayClient(options: EpayClientOptions): EpayClient {
  const { account, clock } = options;
  const context = createContext(options, createCircuitBreaker(clock));
  return {
    payUrl: (order) => payUrl(account, order, clock.now()),
    create: (order, buyerAddress) => create(context, order, buyerAddress),
    query: (reference) => query(context, reference),
    refund: (request) => refund(context, request),
    queryRefund: (outRefundNo) => queryRefund(context, outRefundNo),
    close: (reference) => close(context, reference),
    listOrders: (offset) => listOrders(context, offset),
  };
}

async function create(
  { options, ask }: CallContext,
  order: EpayOrder & { type: string },
  buyerAddress: string,
): Promise<EpayOutcome<CreatedPayment>> {
  const { account, clock } = options;
  const isV1 = account.keys.protocol === 'v1';
  const given = { ...orderFields(order), clientip: buyerAddress, device: 'pc', ...(isV1 ? {} : { method: 'web' }) };
  const answer = await ask({
    name: 'create',
    path: isV1 ? '/mapi.php' : '/api/pay/create',
    form: signedFields(account, given, clock.now()),
  });
  if (answer.kind === 'unknown') return answer;
  if (answer.code !== (isV1 ? 1 : 0)) return refusalOf(answer);
  if (!isV1 && !answer.isSigned) return unknown('UNSIGNED');
  const tradeNo = answer.fields.get('trade_no') ?? '';
  if (!/^[A-Za-z0-9._|-]{1,64}$/.test(tradeNo)) return unknown('UNEXPECTED');
  const named = isV1 ? namedTargetV1(answer.fields) : namedTargetV2(answer.fields);
  const target = named && checkPayTarget(named, { gatewayUrl: account.gatewayUrl, payHosts: options.payHosts });
  return target === null ? unknown('PAY_TARGET') : { kind: 'success', value: { tradeNo, target } };
}

const V1_TARGETS = { payurl: 'address', qrcode: 'qrcode', urlscheme: 'address' } as const;
const V2_TARGETS = { jump: 'address', qrcode: 'qrcode', urlscheme: 'address' } as const;

/** V1 names exactly one target; its `html` is markup and never one. */
function namedTargetV1(fields: ReadonlyMap<string, string>): PayTarget | null {
  const named = Object.entries(V1_TARGETS).flatMap(([name, kind]) => {
    const value = fields.get(name) ?? '';
    return value === '' ? [] : [{ kind, value }];
  });
  return named.length === 1 ? (named[0] ?? null) : null;
}

function namedTargetV2(fields: ReadonlyMap<string, string>): PayTarget | null {
  const kind = Object.entries(V2_TARGETS).find(([name]) => name === fields.get('pay_type'))?.[1];
  return kind === undefined ? null : { kind, value: fields.get('pay_info') ?? '' };
}

async function query({ options, ask }: CallContext, reference: OrderReference): Promise<EpayOutcome<EpayOrderState>> {
  const { account, clock } = options;
  const { keys, pid } = account;
  const fields = referenceFields(reference);
  const answer = await ask(
    keys.protocol === 'v1'
      ? { name: 'query', path: '/api.php', query: { act: 'order', pid, key: keys.key, ...fields } }
      : { name: 'query', path: '/api/pay/query', form: signedFields(account, fields, clock.now()) },
  );
  if (answer.kind === 'unknown') return answer;
  if (answer.code !== (keys.protocol === 'v1' ? 1 : 0)) return refusalOf(answer);
  if (keys.protocol === 'v2' && !answer.isSigned) return unknown('UNSIGNED');
  const state = readOrderState(answer.fields);
  if (state === null) return unknown('UNEXPECTED');
  // A signed answer to another question is an answer that somebody recorded.
  const isOurs =
    'tradeNo' in reference ? state.tradeNo === reference.tradeNo : state.outTradeNo === reference.outTradeNo;
  const isOurMerchant = answer.fields.get('pid') === pid || (keys.protocol === 'v1' && !answer.fields.has('pid'));
  return isOurs && isOurMerchant ? { kind: 'success', value: state } : unknown('MISMATCH');
}

async function close({ options, ask }: CallContext, reference: OrderReference): Promise<EpayOutcome<null>> {
  const { account, clock } = options;
  if (account.keys.protocol === 'v1') return unknown('UNSUPPORTED', false);
  const form = signedFields(account, referenceFields(reference), clock.now());
  const answer = await ask({ name: 'close', path: '/api/pay/close', form });
  if (answer.kind === 'unknown') return answer;
  if (answer.code !== 0) return refusalOf(answer);
  return answer.isSigned ? { kind: 'success', value: null } : unknown('UNSIGNED');
}

async function listOrders({ options, ask }: CallContext, offset: number): Promise<EpayOutcome<OrderPage>> {
  const { account, clock } = options;
  const { keys, pid } = account;
  // Without a status: the filter of gateways is broken. By offset: they ignore the page that their documents name.
  const page = { limit: String(EPAY_LIMITS.listRows), offset: String(offset) };
  const answer = await ask(
    keys.protocol === 'v1'
      ? { name: 'list', path: '/api.php', query: { act: 'orders', pid, key: keys.key, ...page } }
      : { name: 'list', path: '/api/merchant/orders', form: signedFields(account, page, clock.now()) },
  );
  if (answer.kind === 'unknown') return answer;
  if (answer.code !== (keys.protocol === 'v1' ? 1 : 0)) return refusalOf(answer);
  const data = answer.members.get('data');
  if (!Array.isArray(data) || data.length > EPAY_LIMITS.listRows) return unknown('UNEXPECTED');
  const rows = data.map((row: unknown) => {
    const fields = fieldsOfRow(row);
    return fields && readOrderState(fields);
  });
  return { kind: 'success', value: { rows } };
}
