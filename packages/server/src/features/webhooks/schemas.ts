import { z } from 'zod';
import { DELIVERY_STATUSES, DISABLED_REASONS } from '../../platform/schema/webhooks.ts';
import { EVENT_TYPES, isSubscribedType, type SubscribedType } from '../../shared/event-types.ts';

const types: readonly SubscribedType[] = Object.keys(EVENT_TYPES).filter(isSubscribedType);

export const webhookParams = z.object({ whid: z.string().min(1).max(100).describe('Identifier of the webhook') });
export const deliveryParams = webhookParams.extend({
  id: z.string().min(1).max(100).describe('Identifier of the delivery, which is that of its event'),
});

const url = z
  .string()
  .min(1)
  .max(2048)
  .describe('Where events are posted: an https address of a public host; redirects are not followed');
const events = z.array(z.enum(types)).min(1).max(types.length).describe('The events it is told of');
const sandboxOnly = z
  .boolean()
  .describe('Whether it is told of work in the sandbox and of nothing else; always true with a test key');

export const webhookBody = z.object({ url, events, sandbox_only: sandboxOnly.default(false) });
export type WebhookRequest = z.infer<typeof webhookBody>;

export const webhookChangeBody = z.object({
  url: url.optional(),
  events: events.optional(),
  sandbox_only: sandboxOnly.optional(),
  enabled: z
    .boolean()
    .optional()
    .describe('While it is disabled, events happen without it; what was not delivered before waits'),
});
export type WebhookChangeRequest = z.infer<typeof webhookChangeBody>;

const time = z.string().nullable();

export const webhookSchema = z
  .object({
    id: z.string(),
    url: z.string(),
    events: z.array(z.string()),
    sandbox_only: z.boolean(),
    enabled: z.boolean(),
    disabled_reason: z
      .enum(DISABLED_REASONS)
      .nullable()
      .describe(
        'Why the service disabled it: `gone`, it answered 410; `failing`, every attempt of five days failed. Null when it is enabled, or when the organization disabled it',
      ),
    failing_since: time.describe('The first failed attempt since the last successful one; null when there is none'),
    previous_secret_until: time.describe('Until then, messages are signed with the previous secret as well'),
    created_at: z.string(),
  })
  .meta({ id: 'Webhook' });
export type WebhookEndpoint = z.infer<typeof webhookSchema>;

export const webhookWithSecretSchema = webhookSchema
  .extend({
    secret: z.string().describe('The secret that signs messages, `whsec_…`; shown only once'),
  })
  .meta({ id: 'WebhookWithSecret' });

const attemptSchema = z
  .object({
    number: z.int(),
    began_at: z.string(),
    duration_ms: z.int(),
    status_code: z.int().nullable().describe('Of the answer; null when there was none'),
    error: z
      .string()
      .nullable()
      .describe('Why there was no answer, for example `TIMEOUT`, `TLS_FAILED` or `ADDRESS_REFUSED`'),
    answer: z.string().nullable().describe('The beginning of the body of the answer'),
  })
  .meta({ id: 'WebhookAttempt' });

export const deliverySchema = z
  .object({
    id: z.string().describe('Of the event, as in the header `webhook-id`'),
    type: z.string(),
    status: z
      .enum(DELIVERY_STATUSES)
      .describe('`pending`: it will be tried, or tried again; `dead`: it will not, unless you ask for it'),
    attempt_count: z.int(),
    next_attempt_at: time,
    created_at: z.string(),
    finished_at: time,
    payload: z.string().nullable().describe('The body as it was sent; null before the first attempt'),
    attempts: z.array(attemptSchema).describe('The last twenty, in order'),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.infer<typeof deliverySchema>;
