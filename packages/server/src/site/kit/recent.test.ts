import { describe, expect, it } from 'vitest';
import { ERROR_DETAILS, reasonsIn } from '../../shared/error-details.ts';
import { LANGUAGES } from '../../shared/language.ts';
import { DASHBOARD } from '../dashboard/kit/words.ts';

/** Reasons that forms of the dashboard do not word by the table, and who words them or why no page meets them. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  totp_required: 'beside the field of the code (kit/recent.ts) and by the next step of signing in',
  password_change_required: 'by the next step of signing in',
  account_suspended: 'by the form of signing in (account/login/sign-in-steps.ts)',
  reauthentication_required: 'beside the field of the password (kit/recent.ts)',
  second_factor_required: 'by the pages of the operator (admin/kit/visit.ts)',
  csrf: 'by the page of an error (kit/error-page.tsx)',
  token_invalid: 'by the page of the link',
  already_verified: 'by the page of the confirmation, which shows the state',
  unsafe_structure: 'by the code: its message says it',
  no_place_for_a_label: 'by the code: its message says it',
  no_room_for_a_label: 'by the code: its message says it',
  remote_manifest: 'by the code: its message says it',
  remote_manifest_kept: 'by the code: its message says it',
  credential_revoked: 'by the code: its message says it',
  credential_suspended: 'by the code: its message says it',
  already_labelled: 'by the code: its message says it',
  label_contradicts_content_type: 'by the code: its message says it',
  label_incomplete: 'by the code: its message says it',
  label_not_kept: 'by the code: its message says it',
  idempotency_key_reused: 'no page sends an Idempotency-Key',
  request_under_way: 'no page sends an Idempotency-Key',
  already_invoiced: 'no page asks for invoices yet',
  nothing_invoiceable: 'no page asks for invoices yet',
  refund_open: 'no page asks for invoices yet',
  month_not_settled: 'no page asks for statements yet',
  invoice_number_used: 'no page issues invoices yet',
  order_refunded: 'no page issues invoices yet',
  status_changed: 'no page asks for invoices or refunds yet',
  profile_changed: 'no page shows the billing profile yet',
  not_fulfilled: 'no page asks for refunds yet',
  window_closed: 'no page asks for refunds yet',
  exceeds_refundable: 'no page asks for refunds yet',
  balance_spent: 'no page asks for refunds yet',
  open_request: 'no page asks for refunds yet',
  invoice_issued: 'no page asks for refunds yet',
  channel_full_only: 'no page asks for refunds yet',
  same_person: 'no page asks for refunds yet',
  unknown: 'by the code: its message says it',
  off_sale: 'by the code: its message says it',
  current_plan: 'by the code: its message says it',
  downgrade_at_period_end: 'by the code: its message says it',
  contact_sales: 'by the code: its message says it',
  free: 'by the code: its message says it',
  price_changed: 'by the code: its message says it',
  idempotency_key_in_use: 'no page sends an Idempotency-Key',
};

const REASONS = [...new Set(Object.values(ERROR_DETAILS).flatMap((forms) => forms.flatMap((form) => reasonsIn(form))))];

describe('the reason of a refusal', () => {
  it.each(REASONS)('has words for forms in both languages, or is told elsewhere: %s', (reason) => {
    const texts = LANGUAGES.map((language) => new Map(Object.entries(DASHBOARD[language].refused)).get(reason));
    if (reason in ELSEWHERE) expect(texts).toEqual([undefined, undefined]);
    else expect(texts).toEqual([expect.stringMatching(/^[A-Z].+\.$/), expect.stringMatching(/\p{Script=Han}.*。$/u)]);
  });

  it('is told elsewhere only where it exists', () => {
    expect(Object.keys(ELSEWHERE).filter((reason) => !REASONS.includes(reason))).toEqual([]);
  });
});
