export { actorOf, auditedBy, nameOfActor, type AuditedBy } from './actor.ts';
export { presentAudit } from './present.ts';
export { listAudit, writeAudit, type AuditEntry } from './queries.ts';
export { auditRoutes } from './routes.ts';
export { auditLogSchema, auditQuery, type PresentedAudit } from './schemas.ts';
export { writeRefusal } from './write-refusal.ts';
