import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as words from '../../shared/billing-words.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('the words of billing', () => {
  it.each([
    ['payment_order_purpose_check', words.ORDER_PURPOSES],
    ['payment_order_status_check', words.ORDER_STATUSES],
    ['payment_order_channel_check', words.PAYMENT_CHANNELS],
    ['payment_order_fulfillment_kind_check', words.FULFILLMENT_KINDS],
    ['fulfillment_kind_check', words.FULFILLMENT_KINDS],
    ['provider_account_protocol_check', words.EPAY_PROTOCOLS],
    ['payment_notification_source_check', words.NOTIFICATION_SOURCES],
    ['payment_notification_verdict_check', words.NOTIFICATION_VERDICTS],
    ['provider_payment_state_check', words.PROVIDER_PAYMENT_STATES],
    ['provider_payment_reason_check', words.UNAPPLIED_REASONS],
    ['subscription_status_check', words.SUBSCRIPTION_STATUSES],
    ['auto_renew_attempt_outcome_check', words.RENEWAL_OUTCOMES],
    ['refund_request_destination_check', words.REFUND_DESTINATIONS],
    ['refund_request_status_check', words.REFUND_REQUEST_STATUSES],
    ['refund_request_failure_code_check', words.REFUND_FAILURES],
    ['provider_refund_state_check', words.PROVIDER_REFUND_STATES],
    ['provider_refund_destination_check', words.REFUND_DESTINATIONS],
    ['billing_profile_title_type_check', words.TITLE_TYPES],
    ['invoice_request_invoice_type_check', words.INVOICE_TYPES],
    ['invoice_request_status_check', words.INVOICE_STATUSES],
    ['reconcile_run_mode_check', words.RECONCILE_MODES],
    ['reconcile_run_status_check', words.RECONCILE_STATUSES],
    ['reconcile_item_class_check', words.RECONCILE_CLASSES],
  ])('are those of the constraint %s', async (constraint, expected) => {
    const { rows } = await database.pool.query<{ definition: string }>(
      'select pg_get_constraintdef(oid) as definition from pg_constraint where conname = $1',
      [constraint],
    );
    const found = [...(rows[0]?.definition ?? '').matchAll(/'([A-Za-z0-9_]+)'/g)].map(([, word]) => word);
    expect(found).toEqual([...expected]);
  });
});
