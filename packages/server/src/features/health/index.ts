export { healthChores } from './chores.ts';
export { openHealth, type Health } from './open-health.ts';
export { healthRoutes } from './routes.ts';
