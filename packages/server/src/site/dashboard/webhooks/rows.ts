import type { WebhookDelivery, WebhookEndpoint } from '../../../features/webhooks/index.ts';
import type { Tone } from '../../../shared/statuses.ts';

/** How a webhook fares. */
export type WebhookState = 'working' | 'failing' | 'disabled';

export const STATE_TONE: Readonly<Record<WebhookState, Tone>> = {
  working: 'good',
  failing: 'warning',
  disabled: 'neutral',
};

export const DELIVERY_TONE: Readonly<Record<WebhookDelivery['status'], Tone>> = {
  pending: 'neutral',
  delivered: 'good',
  dead: 'bad',
};

export function stateOf({ enabled, failing_since }: WebhookEndpoint): WebhookState {
  if (!enabled) return 'disabled';
  return failing_since === null ? 'working' : 'failing';
}
