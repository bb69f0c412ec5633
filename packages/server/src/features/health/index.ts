export { healthRoutes, type HealthServices } from './routes.ts';
