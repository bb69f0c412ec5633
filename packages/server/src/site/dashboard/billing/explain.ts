import { reasonOf, type AppError } from '../../../shared/app-error.ts';
import { ERROR_CODES } from '../../../shared/error-codes.ts';
import type { FormProblem } from '../../kit/components/form.tsx';
import type { Visit } from '../kit/visit.ts';
import { BILLING } from './words.ts';

/** The refusals of forms about money: by their reason, or in the words of their codes. Null: that is a page of its own. */
export function explainMoney(error: AppError, { context: { language } }: Visit): FormProblem | null {
  const reasons: Readonly<Record<string, string>> = BILLING[language].refused;
  const reason = reasonOf(error) ?? '';
  if (Object.hasOwn(reasons, reason)) return { field: '', text: reasons[reason] ?? '' };
  return EXPLAINED.has(error.code) ? { field: '', text: ERROR_CODES[error.code].message[language] } : null;
}

const EXPLAINED: ReadonlySet<string> = new Set<AppError['code']>([
  'PLAN_NOT_AVAILABLE',
  'SUBSCRIPTION_REQUIRED',
  'INSUFFICIENT_BALANCE',
  'PAYMENT_ORDER_EXPIRED',
  'PAYMENT_ORDER_NOT_FOUND',
  'PAYMENT_ALREADY_PROCESSED',
  'PAYMENT_PROVIDER_UNAVAILABLE',
  'PAYMENT_FULFILLMENT_PENDING',
  'REFUND_NOT_ALLOWED',
]);
