/** The name by which the senders of webhooks are woken. */
export const WEBHOOK_QUEUE = 'webhooks';
