export { documentChores } from './chores.ts';
export { documentRoutes } from './routes.ts';
export type { DocumentServices } from './services.ts';
