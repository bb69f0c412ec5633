import { z } from 'zod';
import { paginationQuery } from '../../http/pagination.ts';

const TIME = z.iso.datetime({ offset: true });
const ID = z.string().regex(/^[\x21-\x7e]{1,100}$/);

export const auditQuery = z.object({
  ...paginationQuery,
  action: z
    .string()
    .max(100)
    .regex(/^[a-z_]+(\.[a-z_.]*)?$/)
    .optional()
    .describe('Of this action; with a dot at the end, of all that begin so: `member.`'),
  actor_id: ID.optional().describe('By this account or key'),
  target_id: ID.optional().describe('On this object'),
  from: TIME.optional().describe('At this instant or later (RFC 3339)'),
  to: TIME.optional().describe('Earlier than this instant (RFC 3339)'),
});

export const auditLogSchema = z
  .object({
    id: z.string(),
    created_at: z.string(),
    actor: z
      .object({
        kind: z.enum(['account', 'api_key', 'admin_token', 'command', 'system']),
        id: z.string().nullable(),
        name: z.string().nullable().describe('Address of the account, while it exists'),
      })
      .describe('Who acted'),
    action: z.string().describe('`<object>.<past tense verb>`'),
    target: z.object({ kind: z.string(), id: z.string().nullable() }).describe('The object of the action'),
    address: z.string().nullable().describe('IP address of the caller; null when there was none'),
    request_id: z.string().nullable(),
    details: z.looseObject({}).describe('Further details, depending on the action'),
  })
  .meta({ id: 'AuditLog' });

export type PresentedAudit = z.infer<typeof auditLogSchema>;
