export { openHealth, type Health } from './open-health.ts';
export { healthRoutes } from './routes.ts';
