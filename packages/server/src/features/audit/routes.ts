import { pageSchema } from '../../http/pagination.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import type { Db } from '../../platform/database.ts';
import { presentAudit } from './present.ts';
import { listAudit } from './queries.ts';
import { auditLogSchema, auditQuery } from './schemas.ts';

/** What happened in an organization. */
export function auditRoutes({ db }: { db: Db }): Route[] {
  return [listAuditLogs(db)];
}

function listAuditLogs(db: Db): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/audit-logs',
    operationId: 'listAuditLogs',
    summary: 'List audit log entries',
    description:
      'What was changed in the organization, by whom, on what and from where; newest first. Actions of members on their own accounts, such as signing in, are not included.',
    tags: ['Audit'],
    auth: { kind: 'member', permission: 'audit:read' },
    rateLimit: 'api',
    query: auditQuery,
    responses: { 200: { description: 'A page of the log', schema: pageSchema(auditLogSchema) } },
    errors: [],
    handler: async ({ query, principal }) => {
      const { limit, offset, action, actor_id, target_id, from, to } = query;
      const { organizationId } = principal;
      const filter = { organizationId, action, actorId: actor_id, targetId: target_id };
      const times = { from: instant(from), to: instant(to) };
      const { rows, total } = await listAudit(db, { ...filter, ...times }, { limit, offset });
      return { status: 200, body: { data: rows.map(presentAudit), pagination: { limit, offset }, total } };
    },
  });
}

function instant(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}
