import type {
  ProviderRefundState,
  RefundDestination,
  RefundFailure,
  RefundRequestStatus,
} from '../../shared/billing-words.ts';
import { createdAt, fen, fixed, nullable, number, text, time, withDefault } from './column.ts';

export const refund_request = {
  id: fixed(text()),
  organization_id: fixed(text()),
  order_id: fixed(text()),
  amount_fen: fixed(fen()),
  reason: fixed(text()),
  destination: fixed(text<RefundDestination>()),
  status: withDefault(text<RefundRequestStatus>()),
  failure_code: nullable(text<RefundFailure>()),
  created_by: fixed(text()),
  decided_by: nullable(text()),
  decided_at: nullable(time()),
  decision_note: nullable(text()),
  created_at: createdAt(),
  completed_at: nullable(time()),
  key_made_by: fixed(nullable(text())),
};

export const provider_refund = {
  request_id: fixed(text()),
  order_id: fixed(text()),
  destination: fixed(text<RefundDestination>()),
  out_refund_no: fixed(nullable(text())),
  amount_fen: fixed(fen()),
  state: withDefault(text<ProviderRefundState>()),
  provider_refund_no: nullable(text()),
  attempts: withDefault(number('integer')),
  hold_transaction_id: fixed(text()),
  final_transaction_id: nullable(text()),
  created_at: createdAt(),
  /** Set by a trigger. */
  changed_at: fixed(withDefault(time())),
};
