import { formatYuan, type Fen } from '../../../shared/fen.ts';
import { moneyOf } from './answer.ts';
import { referenceFields, refusalOf, type CallContext, type OrderReference } from './call-context.ts';
import { unknown, type EpayOutcome } from './outcome.ts';
import { signedFields } from './pay-url.ts';

/** A refund to ask for. Gateways pay two that come together: never two at once for one order, none again without a query. */
export interface RefundRequest {
  order: OrderReference;
  money: Fen;
  /** Ours, of at least 6 characters; V1 has none. */
  outRefundNo: string;
}

/** A refund that the gateway says it has paid; of V2 a query should say so too. */
export interface EpayRefund {
  /** The gateway's number; null: not said. */
  refundNo: string | null;
}

/** What the gateway knows of a refund. */
export interface RefundState {
  isPaid: boolean;
  /** Null: not said. */
  money: Fen | null;
}

const REFUND_NO = /^[A-Za-z0-9._|-]{1,64}$/;

/** A refund is a success only with a code of success, signed where there are signatures, of this amount and this number. */
export async function refund(
  { options, ask }: CallContext,
  { order, money, outRefundNo }: RefundRequest,
): Promise<EpayOutcome<EpayRefund>> {
  const { account, clock, refundSuccessCodes } = options;
  const { keys, pid } = account;
  const fields = { ...referenceFields(order), money: formatYuan(money) };
  const answer = await ask(
    keys.protocol === 'v1'
      ? { name: 'refund', path: '/api.php', query: { act: 'refund' }, form: { pid, key: keys.key, ...fields } }
      : {
          name: 'refund',
          path: '/api/pay/refund',
          form: signedFields(account, { ...fields, out_refund_no: outRefundNo }, clock.now()),
        },
  );
  if (answer.kind === 'unknown') return answer;
  // A refusal that anybody could have written must not give the money back to the customer's balance.
  if (keys.protocol === 'v2' && !answer.isSigned) return unknown('UNSIGNED');
  if (!refundSuccessCodes.includes(answer.code)) return refusalOf(answer);
  const echoed = moneyOf(answer.fields, 'money');
  const isSilentV1 = keys.protocol === 'v1' && !answer.fields.has('money');
  if (echoed !== money && !isSilentV1) return unknown('MISMATCH');
  if ((answer.fields.get('out_refund_no') ?? outRefundNo) !== outRefundNo) return unknown('MISMATCH');
  const refundNo = answer.fields.get('refund_no') ?? '';
  return { kind: 'success', value: { refundNo: REFUND_NO.test(refundNo) ? refundNo : null } };
}

export async function queryRefund(
  { options, ask }: CallContext,
  outRefundNo: string,
): Promise<EpayOutcome<RefundState>> {
  const { account, clock } = options;
  if (account.keys.protocol === 'v1') return unknown('UNSUPPORTED', false);
  const form = signedFields(account, { out_refund_no: outRefundNo }, clock.now());
  const answer = await ask({ name: 'refund query', path: '/api/pay/refundquery', form });
  if (answer.kind === 'unknown') return answer;
  if (answer.code !== 0) return refusalOf(answer);
  if (!answer.isSigned) return unknown('UNSIGNED');
  const status = answer.fields.get('status');
  if (status !== '0' && status !== '1') return unknown('UNEXPECTED');
  if (answer.fields.get('out_refund_no') !== outRefundNo) return unknown('MISMATCH');
  return { kind: 'success', value: { isPaid: status === '1', money: moneyOf(answer.fields, 'money') } };
}
