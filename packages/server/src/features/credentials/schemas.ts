import { STATUSES } from '../../shared/statuses.ts';
import { credentialStatus as status, statusEnum, TRUST_STATUSES } from '../../shared/verification-result.ts';
import { z } from 'zod';
import { refusedAs } from '../../shared/input-reasons.ts';
import { LANGUAGES } from '../../shared/language.ts';

export const credentialParams = z.object({ cid: z.string().min(1).max(100).describe('Identifier of the credential') });

/** Query of the public view. A shared link shows everybody the same language. */
export const viewQuery = z.object({
  lang: z.enum(LANGUAGES).optional().describe('Language of the page; by default Accept-Language decides'),
});

const trustStatus = statusEnum(
  TRUST_STATUSES,
  STATUSES.en.trust,
  'Which list the signer was on when the file was signed.',
);
const sandbox = z.boolean().describe('Signed with the development certificate, which only this service trusts');
const time = z.string().nullable();
const declaredOrganization = z.string().nullable().describe('As declared when signing; checked by nobody');
const labelPresent = z
  .boolean()
  .nullable()
  .describe('Whether the signed file carries a China AIGC label; null: signed before this was recorded');
const publicDownload = z.boolean().describe('Whether anyone who has the address may download the signed file');

/** The record, for the organization that owns it. */
export const credentialSchema = z
  .object({
    credential_id: z.string(),
    status,
    organization: z.string().describe('As declared when signing, else the name of the organization'),
    declared_organization: declaredOrganization,
    service_identity: z.string().describe('Whom the signing certificate names'),
    c2pa_trust_status: trustStatus,
    verify_url: z.string(),
    asset_url: z.string(),
    created_at: z.string(),
    suspended_at: time,
    revoked_at: time,
    revocation_reason: z.string().nullable(),
    content_type: z.string(),
    sha256: z.string().describe('Digest of the signed file'),
    media_type: z.string(),
    asset_size: z.int(),
    timestamp_present: z.boolean(),
    sandbox,
    filename: z.string().nullable().describe('Of the file that was sent; null: signed before this was recorded'),
    aigc_label_present: labelPresent,
    public_download: publicDownload,
  })
  .meta({ id: 'CredentialResult' });

export type CredentialResult = z.infer<typeof credentialSchema>;

/** What anyone who has the address may see: what was signed and what became of it, and nothing about who requested it. */
export const publicCredentialSchema = z
  .object({
    credential_id: z.string(),
    status,
    declared_organization: declaredOrganization,
    service_identity: z.string().describe('Whom the signing certificate names'),
    c2pa_trust_status: trustStatus,
    verify_url: z.string(),
    content_type: z.string().describe('What the signer declared of how the content came to be'),
    generator: z.string().nullable(),
    model: z.string().nullable(),
    media_type: z.string(),
    sha256: z.string().describe('Digest of the signed file, to compare a copy with'),
    signed_at: z.string().describe('By this service’s clock'),
    timestamp: time.describe('Time attested by a time-stamping authority'),
    suspended_at: time,
    revoked_at: time,
    sandbox,
    aigc_label_present: labelPresent,
    public_download: publicDownload,
    asset_url: z.string().nullable().describe('Where anyone may download the signed file; null: nowhere'),
  })
  .meta({ id: 'PublicCredential' });

export type PublicCredential = z.infer<typeof publicCredentialSchema>;

/** Body of a change of state; it may be omitted entirely. */
export const changeBody = z
  .object({
    reason: z
      .string()
      .max(500)
      // The one character that PostgreSQL cannot store in a text.
      .refine((text) => !text.includes('\u0000'), refusedAs('null_character'))
      .optional()
      .describe('For the organization’s record and audit log; not shown publicly'),
  })
  .optional();

export const settingsBody = z.object({ public_download: publicDownload });
