export { writeAudit, type AuditEntry } from './queries.ts';
