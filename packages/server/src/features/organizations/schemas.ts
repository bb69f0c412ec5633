import { z } from 'zod';
import { apiKeySchema } from '../api-keys/index.ts';
import { nameText } from '../../shared/declared-text.ts';
import { ROLES } from '../../shared/permissions.ts';
import { refusedAs } from '../../shared/input-reasons.ts';
import { providerCodeProblem } from '../../shared/provider-code.ts';

const organizationId = z.string().min(1).max(100).describe('Identifier of the organization');
/** RFC 5321 §4.5.3.1.3: a path of 256 octets, with its brackets. */
const EMAIL_CHARACTERS = 254;
const PROVIDER_CODE_CHARACTERS = 27;

export const organizationParams = z.object({ org_id: organizationId });
export const memberParams = z.object({
  org_id: organizationId,
  account_id: z.string().min(1).max(100).describe('Identifier of the member’s account'),
});
export const invitationParams = z.object({
  org_id: organizationId,
  invitation_id: z.string().min(1).max(100).describe('Identifier of the invitation'),
});

const role = z.enum(ROLES);

export const organizationBody = z.object({ name: nameText('Name of the organization, as others see it') });
/** Omitted fields stay as they are. */
export const organizationChange = z
  .object({
    name: nameText('Name of the organization, as others see it').optional(),
    provider_code: z
      .string()
      .max(PROVIDER_CODE_CHARACTERS)
      .refine((code) => providerCodeProblem(code) === null, refusedAs('provider_code'))
      .nullable()
      .optional()
      .describe('Service provider code that labels with `china_aigc=auto` carry (TC260-PG-20252A); null removes it'),
  })
  .refine(({ name, provider_code }) => name !== undefined || provider_code !== undefined, refusedAs('unchanged'));
export const roleBody = z.object({
  role: role.describe('The new role'),
  revoke_keys: z
    .boolean()
    .default(false)
    .describe('Also revokes the API keys that the member created, if the new role cannot manage keys'),
});
export const removalQuery = z.object({
  revoke_keys: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional()
    .describe('Also revokes the API keys that the member created; when this is given, the response lists them'),
});
export const invitationBody = z.object({
  email: z
    .email()
    .max(EMAIL_CHARACTERS)
    .describe('The address that the invitation is sent to; only an account with this address can accept it'),
  role: role.describe('The role that the new member gets'),
});
export const acceptBody = z.object({
  token: z.string().min(1).max(200).describe('The token from the emailed link'),
});

export const organizationSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(['personal', 'team']).describe('A personal organization has one member'),
    role: role.describe('Of the caller'),
    status: z.enum(['active', 'suspended']).describe('`suspended` by the operator: it can be read and not changed'),
    provider_code: z.string().nullable().describe('Service provider code of the labels written for it'),
    created_at: z.string(),
  })
  .meta({ id: 'Organization' });

export const memberSchema = z
  .object({ account_id: z.string(), email: z.string(), name: z.string(), role, joined_at: z.string() })
  .meta({ id: 'Member' });

export const changedMemberSchema = memberSchema
  .extend({
    keys: z
      .array(apiKeySchema)
      .describe('When the new role may manage no keys: those that the member made and that worked until now'),
  })
  .meta({ id: 'ChangedMember' });

export const removedMemberSchema = z
  .object({ keys: z.array(apiKeySchema).describe('Those that the member made and that worked until now') })
  .meta({ id: 'RemovedMember' });

export const invitationSchema = z
  .object({
    id: z.string(),
    email: z.string(),
    role,
    invited_by: z.string().nullable().describe('Account that sent the invitation'),
    created_at: z.string(),
    expires_at: z.string().describe('After this time it can no longer be accepted'),
  })
  .meta({ id: 'Invitation', description: 'An invitation that was not accepted yet' });

export type OrganizationResult = z.infer<typeof organizationSchema>;
export type MemberResult = z.infer<typeof memberSchema>;
export type InvitationResult = z.infer<typeof invitationSchema>;
