import { z } from 'zod';
import type { Job } from '../../platform/queue/job.ts';
import type { Links } from '../../shared/links.ts';
import { TRUST_STATUSES } from '../../shared/verification-result.ts';

const text = z.string().nullable();

const signedLabel = z
  .object({
    status: z.enum(['written', 'replaced', 'kept']).describe('kept: the label that the file had already'),
    carrier: z.string(),
    location: z.string(),
    label: z.object({
      Label: text,
      ContentProducer: text,
      ProduceID: text,
      ReservedCode1: text,
      ContentPropagator: text,
      PropagateID: text,
      ReservedCode2: text,
    }),
  })
  .meta({ id: 'SignedLabel' });

/** What a finished signing job keeps beside the verification of its output. */
export const storedSigningSchema = z.object({
  credential_id: z.string(),
  trust_status: z.enum(TRUST_STATUSES),
  sha256: z.string(),
  timestamp_present: z.boolean(),
  sandbox: z.boolean(),
  china_aigc: signedLabel.nullable().default(null),
  remote_manifest_discarded: text.default(null),
});

export type StoredSigning = z.infer<typeof storedSigningSchema>;

export const signingResultSchema = z
  .object({
    id: z.string().describe('Of the job'),
    credential_id: z.string(),
    status: z.enum(['completed']),
    trust_status: z.enum(TRUST_STATUSES).describe('What this service’s own verification says of the signed file'),
    verify_url: z.string().describe('What anyone may see of the credential'),
    asset_url: z.string().describe('The signed file, with a key of the organization'),
    sha256: z.string().describe('Digest of the signed file'),
    timestamp_present: z.boolean(),
    sandbox: z.boolean().describe('Signed with the development certificate, which only this service trusts'),
    china_aigc: signedLabel.nullable().describe('The label of the signed file, as it was read back; null: it has none'),
    remote_manifest_discarded: text.describe(
      'With ingredient_policy=discard, the address of a manifest elsewhere that the file named and the signed copy does not; null: it named none',
    ),
  })
  .meta({ id: 'SigningResult' });

export type SigningResult = z.infer<typeof signingResultSchema>;

/** Null for a job that signed nothing. */
export function decodeStoredSigning(job: Pick<Job, 'signing'>): StoredSigning | null {
  return job.signing === null ? null : storedSigningSchema.parse(job.signing);
}

export function presentSigning(job: Pick<Job, 'id' | 'signing'>, links: Links): SigningResult | null {
  const signing = decodeStoredSigning(job);
  if (signing === null) return null;
  const { credential_id } = signing;
  return {
    id: job.id,
    ...signing,
    status: 'completed',
    verify_url: links.credential(credential_id),
    asset_url: links.asset(credential_id),
  };
}
