import { z } from 'zod';
import { accountSchema, sessionSchema } from '../accounts/index.ts';
import { apiKeySchema } from '../api-keys/index.ts';
import { auditLogSchema } from '../audit/index.ts';
import { credentialSchema } from '../credentials/index.ts';
import { jobResultSchema } from '../jobs/index.ts';
import { invitationSchema, memberSchema, organizationSchema } from '../organizations/index.ts';

const time = z.string();
const timeOrNull = z.string().nullable();

const exportedSessionSchema = sessionSchema
  .extend({
    address: z.string().nullable().describe('Network address that the session was started from'),
    ended_at: timeOrNull.describe('Null: it was not ended by hand'),
  })
  .meta({ id: 'ExportedSession' });

const receivedInvitationSchema = z
  .object({
    id: z.string(),
    organization_name: z.string(),
    role: z.string(),
    created_at: time,
    expires_at: time,
    accepted_at: timeOrNull,
    revoked_at: timeOrNull,
  })
  .meta({ id: 'ReceivedInvitation' });

const sentMailSchema = z
  .object({
    kind: z.string().describe('What it was about; what it said is not kept'),
    language: z.string(),
    created_at: time,
    sent_at: timeOrNull,
    failed_at: timeOrNull,
  })
  .meta({ id: 'SentMail' });

const ownedOrganizationSchema = z
  .object({
    organization: organizationSchema,
    members: z.array(memberSchema),
    invitations: z.array(invitationSchema).describe('Open ones'),
    api_keys: z.array(apiKeySchema),
    credentials: z.array(credentialSchema),
    jobs: z.array(jobResultSchema).describe('With the results that are still kept'),
  })
  .meta({ id: 'OwnedOrganization', description: 'What is stored for an organization, as its owner may see it' });

/** Everything stored about a person, in one file. Lists are newest first. */
export const accountExportSchema = z
  .object({
    format: z.literal('revera-account-export'),
    version: z.literal(1),
    exported_at: time,
    account: accountSchema,
    sessions: z.array(exportedSessionSchema),
    organizations: z.array(organizationSchema).describe('Organizations that the account is a member of, with its role'),
    invitations: z.array(receivedInvitationSchema).describe('Emails sent to the address of the account'),
    api_keys: z.array(apiKeySchema).describe('Made by the account, for any organization'),
    mails: z.array(sentMailSchema).describe('Emails sent to the address of the account'),
    audit_log: z.array(auditLogSchema).describe('What the account did'),
    owned_organizations: z.array(ownedOrganizationSchema),
  })
  .meta({ id: 'AccountExport' });

export type ExportedSession = z.infer<typeof exportedSessionSchema>;
export type ReceivedInvitation = z.infer<typeof receivedInvitationSchema>;
export type SentMail = z.infer<typeof sentMailSchema>;
