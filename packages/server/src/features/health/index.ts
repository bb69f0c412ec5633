export { readStatus } from './read-status.ts';
export { healthRoutes } from './routes.ts';
export type { HealthServices } from './services.ts';
