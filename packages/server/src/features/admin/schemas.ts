import { z } from 'zod';
import { pageSchema, paginationQuery } from '../../http/pagination.ts';
import { refusedAs } from '../../shared/input-reasons.ts';
import { BOUNDED_OPERATIONS, type BoundedOperation } from '../../shared/operations.ts';
import { ROLES } from '../../shared/permissions.ts';

const SEARCH_CHARACTERS = 320;
const REASON_CHARACTERS = 500;

/** The one character that PostgreSQL cannot store in a text, nor search for. */
const withoutNul = (text: z.ZodString) =>
  text.refine((value) => !value.includes('\u0000'), refusedAs('null_character'));
const searched = (what: string) => withoutNul(z.string().max(SEARCH_CHARACTERS)).optional().describe(what);
const time = z.string();
const timeOrNull = z.string().nullable();

export const accountsQuery = z.object({
  ...paginationQuery,
  email: searched('Text that the address contains; A to Z in either case'),
  status: z.enum(['active', 'suspended']).optional().describe('Only accounts with this status'),
  organization_id: withoutNul(z.string().max(100)).optional().describe('Only members of this organization'),
});

export const organizationsQuery = z.object({
  ...paginationQuery,
  name: searched('Text that the name contains; A to Z in either case'),
  owner: searched('Text that the address of an owner contains; A to Z in either case'),
  status: z.enum(['active', 'suspended', 'closed']).optional().describe('Only organizations with this status'),
});

export const organizationParams = z.object({
  org_id: z.string().min(1).max(100).describe('Identifier of the organization'),
});

export const accountParams = z.object({
  account_id: z.string().min(1).max(100).describe('Identifier of the account'),
});

export const suspendBody = z.object({
  reason: withoutNul(z.string().trim().min(1).max(REASON_CHARACTERS)).describe(
    'The reason, which the organization sees in its audit log',
  ),
});

export const suspendAccountBody = z.object({
  reason: withoutNul(z.string().trim().min(1).max(REASON_CHARACTERS)).describe(
    'The reason, which the operator sees, and the person in the audit log of their own organization once restored',
  ),
});

export const adminAccountSchema = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    language: z.enum(['en', 'zh-CN']),
    status: z.enum(['active', 'suspended']).describe('`suspended` by the operator: nobody can sign in to it'),
    suspended_at: timeOrNull,
    suspension_reason: z.string().nullable(),
    email_verified_at: timeOrNull,
    is_admin: z.boolean(),
    must_change_password: z.boolean().describe('The operator set the password and it has not been changed yet'),
    totp_enabled: z.boolean().describe('Whether a second factor is asked for'),
    created_at: time,
    last_seen_at: timeOrNull.describe('Last use of any of its sessions'),
    organizations: z.array(z.object({ id: z.string(), name: z.string(), role: z.enum(ROLES) })),
  })
  .meta({ id: 'AdminAccount', description: 'An account as the operator sees it' });

export type AdminAccount = z.infer<typeof adminAccountSchema>;

export const adminOrganizationSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(['personal', 'team']),
    status: z.enum(['active', 'suspended', 'closed']).describe('`closed` by its owner, for good: nobody is a member'),
    suspended_at: timeOrNull,
    suspension_reason: z.string().nullable(),
    closed_at: timeOrNull,
    provider_code: z.string().nullable(),
    created_at: time,
    member_count: z.int(),
    active_key_count: z.int().describe('API keys that are neither revoked nor expired'),
    owners: z.array(z.object({ id: z.string(), email: z.string() })),
  })
  .meta({ id: 'AdminOrganization', description: 'An organization as the operator sees it' });

export type AdminOrganization = z.infer<typeof adminOrganizationSchema>;

/** So that what is added to it stays exact. */
const UNITS_MAX = 1_000_000_000_000;
const units = z
  .int()
  .min(0)
  .max(UNITS_MAX)
  .nullable()
  .describe('Units of a period; null: nothing bounds the operation');
const PLAN_CODE = /^[a-z][a-z0-9_]{0,39}$/;

export const limitsBody = z.strictObject({
  plan: z
    .string()
    .regex(PLAN_CODE)
    .optional()
    .describe('Code of the plan it is put on, from now on; a plan it was given before stays as it is'),
  limits: z
    .strictObject({
      verification: units.optional(),
      signing: units.optional(),
      analysis: units.optional(),
      lab: units.optional(),
    } satisfies Record<BoundedOperation, unknown>)
    .describe('All limits of the organization; an operation that is missing is left to the plan'),
});

export const adminLimitsSchema = z
  .object({
    organization_id: z.string(),
    plan: z.object({
      code: z.string().describe('`unlimited` without a payment gateway'),
      version: z.int(),
      started_at: timeOrNull.describe('Since when; null for the plan that every organization has by itself'),
    }),
    limits: z
      .array(z.object({ operation: z.enum(BOUNDED_OPERATIONS), included: z.int().nullable(), changed_at: time }))
      .describe('Those that the operator has set; `included` null: nothing bounds the operation'),
  })
  .meta({ id: 'AdminLimits', description: 'What bounds an organization' });

export type AdminLimits = z.infer<typeof adminLimitsSchema>;

export const accountPageSchema = pageSchema(adminAccountSchema);
export const organizationPageSchema = pageSchema(adminOrganizationSchema);

export const sessionsEndedSchema = z.object({ ended: z.int().describe('Number of sessions that were ended') });
