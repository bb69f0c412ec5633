export { documentRoutes } from './routes.ts';
export type { DocumentServices } from './services.ts';
