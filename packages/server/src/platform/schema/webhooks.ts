import type { EventType } from '../../shared/event-types.ts';
import { boolean, bytes, createdAt, nullable, number, text, texts, time, withDefault, type Table } from './column.ts';

export const DELIVERY_STATUSES = ['pending', 'delivered', 'dead'] as const;
export const DISABLED_REASONS = ['gone', 'failing'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

export const webhook_endpoint = {
  id: text(),
  organization_id: text(),
  url: text(),
  events: texts(),
  sandbox_only: withDefault(boolean()),
  enabled: withDefault(boolean()),
  disabled_reason: nullable(text<DisabledReason>()),
  /** Sealed. */
  secrets: bytes(),
  previous_secret_until: nullable(time()),
  failing_since: nullable(time()),
  created_at: createdAt(),
};
export type WebhookEndpointTable = Table<typeof webhook_endpoint>;

export const webhook_event = {
  id: text(),
  organization_id: text(),
  type: text<EventType>(),
  sandbox: boolean(),
  job_id: nullable(text()),
  /** JSON. */
  data: nullable(text()),
  created_at: createdAt(),
  dedupe_key: nullable(text()),
};

export const webhook_delivery = {
  endpoint_id: text(),
  event_id: text(),
  status: withDefault(text<(typeof DELIVERY_STATUSES)[number]>()),
  attempts: withDefault(number('integer')),
  step: withDefault(number('integer')),
  due_at: withDefault(time()),
  lease_owner: nullable(text()),
  lease_until: nullable(time()),
  created_at: createdAt(),
  finished_at: nullable(time()),
};
export type WebhookDeliveryTable = Table<typeof webhook_delivery>;

export const webhook_attempt = {
  endpoint_id: text(),
  event_id: text(),
  number: number('integer'),
  began_at: time(),
  duration_ms: number('integer'),
  status_code: nullable(number('integer')),
  error: nullable(text()),
  answer: nullable(text()),
};
export type WebhookAttemptTable = Table<typeof webhook_attempt>;
