import type { WebhookDelivery, WebhookEndpoint } from './schemas.ts';
import type { Attempt, Delivery } from './queries/deliveries.ts';
import type { Endpoint } from './queries/endpoints.ts';
import { payloadOf } from './payload.ts';

/** An endpoint as it is shown: everything but its secrets. */
export function presentEndpoint(row: Endpoint): WebhookEndpoint {
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    sandbox_only: row.sandbox_only,
    enabled: row.enabled,
    disabled_reason: row.disabled_reason,
    failing_since: row.failing_since?.toISOString() ?? null,
    previous_secret_until: row.previous_secret_until?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

export function presentDelivery(row: Delivery): WebhookDelivery {
  return {
    id: row.event_id,
    type: row.type,
    status: row.status,
    attempt_count: row.attempts,
    next_attempt_at: row.status === 'pending' ? row.due_at.toISOString() : null,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    payload: row.data === null ? null : payloadOf({ ...row, data: row.data }),
    attempts: row.made.map(presentAttempt),
  };
}

function presentAttempt({ number, began_at, duration_ms, status_code, error, answer }: Attempt) {
  return { number, began_at: began_at.toISOString(), duration_ms, status_code, error, answer };
}
