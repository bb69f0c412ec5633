export { changedBy, changedByOperator, nameOf, payerOf, READS, type ChangedBy } from './caller.ts';
export { documentChores } from './chores.ts';
export { documentRoutes } from './routes.ts';
export type { DocumentServices } from './services.ts';
