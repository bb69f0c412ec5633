export { actorOf } from './actor.ts';
export { writeAudit, type AuditEntry } from './queries.ts';
export { auditRoutes } from './routes.ts';
