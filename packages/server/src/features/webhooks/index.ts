export { RETRY_SCHEDULE_MS, WEBHOOK_LIMITS } from './limits.ts';
export { deleteWebhooks } from './queries/endpoints.ts';
export { sweepWebhooks } from './queries/sweep.ts';
export { webhookRoutes } from './routes.ts';
export { createSender } from './sender.ts';
export type { SenderServices } from './services.ts';
