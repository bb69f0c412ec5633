import { z } from 'zod';
import { CONTENT_TYPES } from '../../shared/content-types.ts';
import { LABEL_KEYS, LABEL_POLICIES } from '../../shared/label-rules.ts';
import { uploadMembers, withUpload } from '../jobs/index.ts';
import { declaredText } from '../../shared/declared-text.ts';

/** The text fields of a signing request. */
export const signFields = z.object({
  content_type: z.enum(CONTENT_TYPES).default('ai_generated').describe('How the content came to be'),
  generator_name: declaredText('Software that made or changed the content'),
  generator_version: declaredText('Version of that software'),
  model: declaredText('The AI model, if one was used'),
  organization: declaredText('Shown with the credential; the certificate names the service, not this organization'),
  china_aigc: z
    .string()
    .default('')
    .describe(
      'China AIGC label (GB 45438-2025) to write: a JSON object of its elements, bare or wrapped, or `auto` for one with the stored provider code of the organization. Empty: none is written',
    ),
  china_aigc_policy: z
    .enum(LABEL_POLICIES)
    .default('reject')
    .describe(
      'What to do with a label that the file has already: refuse the file, keep the label, replace what the platform fills in (ContentPropagator, PropagateID, ReservedCode2), or replace the whole label',
    ),
  ingredient_policy: z
    .enum(['require_valid', 'discard'])
    .default('require_valid')
    .describe(
      'What to do with a file whose own credential is broken, or lies elsewhere and is only named by its address, or was revoked or suspended by this service, as may be one that it was made from: refuse it, or sign it without its history',
    ),
  timestamp: z
    .enum(['required', 'optional'])
    .default('required')
    .describe('Whether to sign without a time stamp if no time-stamping authority responds'),
});

export type SignFields = z.infer<typeof signFields>;

const labelRequest = z.partialRecord(z.enum(LABEL_KEYS), z.string());

/** The label that a signing job writes, or tries to. */
const labelOrderSchema = z.object({
  policy: z.enum(LABEL_POLICIES),
  request: labelRequest,
  /** For a label built here: the part that a distributing platform fills in. */
  propagation: labelRequest.nullable(),
});

export type LabelOrder = z.infer<typeof labelOrderSchema>;

/** What a signing job needs: written when the upload is complete, and read by the process that works on it. */
const signingInput = z.object({
  ...uploadMembers,
  credential_id: z.string(),
  mode: z.enum(['test', 'live']),
  fields: signFields,
  /** Null to write no label. */
  label: labelOrderSchema.nullable().default(null),
  /** Who requested it, for the audit log: a member, else the job's key. */
  account_id: z.string().nullable().default(null),
  address: z.string(),
  request_id: z.string(),
  client_request_id: z.string().nullable().default(null),
});

export const signingInputSchema = z.preprocess(withUpload, signingInput);

export type SigningInput = z.infer<typeof signingInput>;
