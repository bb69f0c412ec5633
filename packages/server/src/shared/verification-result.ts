import {
  CONTENT_DECLARATIONS,
  CREDENTIAL_STATUSES,
  INTEGRITY_STATUSES,
  LABEL_CARRIERS,
  METADATA_STATUSES,
  NOT_MEASURED_CODES,
  PROVENANCE_STATUSES,
  RESOLUTION_CODES,
  TRUST_STATUSES,
  type VerificationResult,
} from '@revera/provenance';
import { z } from 'zod';
import { STATUSES, type StatusWord } from './statuses.ts';

export { INTEGRITY_STATUSES, METADATA_STATUSES, PROVENANCE_STATUSES, TRUST_STATUSES };

/** The published result as a schema: what OpenAPI shows and what every answer is compared with in tests. */

const statuses = STATUSES.en;

export const integrityStatus = statusEnum(
  INTEGRITY_STATUSES,
  statuses.integrity,
  'Whether the credential is intact and belongs to this content. It does not say who signed.',
);

const trustStatus = statusEnum(
  TRUST_STATUSES,
  statuses.trust,
  'Which list the signer is on. It does not say whether the credential is intact.',
);

const contentDeclaration = statusEnum(
  CONTENT_DECLARATIONS,
  statuses.declaration,
  'What the evidence declares about how the content was made.',
);

/** State of a credential that this service issued. */
export const credentialStatus = statusEnum(
  CREDENTIAL_STATUSES,
  statuses.credential,
  'State in this service. It does not change the signature, which no one can take back.',
);

const nullableText = z.string().nullable();

const summary = z
  .object({
    ai_generated: z
      .boolean()
      .nullable()
      .describe('true or false only with evidence that says so; null otherwise. Absence of evidence is never false'),
    source: nullableText.describe('Who made it, by the strongest evidence that gave the declaration'),
    source_model: nullableText.describe('With which model, by the same evidence as `source`'),
    credential: integrityStatus,
    content_declaration: contentDeclaration,
  })
  .meta({ id: 'VerificationSummary' });

const certificate = z
  .object({
    valid: z.boolean().nullable(),
    subject: nullableText,
    issuer: nullableText,
    not_before: nullableText,
    not_after: nullableText,
  })
  .meta({ id: 'CertificateInfo' });

const trust = z
  .object({
    status: trustStatus,
    using_cached_version: z.boolean(),
    list: nullableText.describe('Name of the list that matched'),
    list_fetched_at: nullableText,
    product: nullableText.describe('Conforming product that the certificate names; only for signers on the list c2pa'),
    assurance_level: z
      .int()
      .nullable()
      .describe('What the certificate states, else the most that the product may have; null without a product'),
    sandbox: z.boolean().describe('Signed with a test key, below a development certificate: proof of nothing'),
  })
  .meta({ id: 'TrustResult' });

const codes = z.array(z.string());

const c2pa = z
  .object({
    present: z.boolean().describe('false when the file has no C2PA data'),
    claim_signature_valid: z.boolean().nullable(),
    asset_binding_valid: z.boolean().nullable(),
    trust_status: trustStatus,
    issuer: nullableText,
    signer: nullableText,
    generator: nullableText,
    content_declaration: contentDeclaration,
    digital_source_type: nullableText,
    certificate,
    trust,
    validation_state: z.enum(['valid', 'trusted', 'invalid']).nullable(),
    validation_codes: z.object({ success: codes, informational: codes, failure: codes }),
    signed_at: nullableText.describe('Time attested by a trusted time stamp'),
    timestamp: z.object({
      present: z.boolean(),
      trusted: z.boolean().describe('Its authority is on a list of time-stamp authorities'),
      authority: nullableText,
      time: nullableText,
      basis: z
        .enum(['trust_list', 'public_root'])
        .nullable()
        .describe(
          'What lets it prove the time: a list, or for claims of version 1 a public root; null: it proves none',
        ),
    }),
    revocation: z.enum(['not_revoked', 'revoked', 'not_checked']),
    manifest_count: z.int(),
    ingredient_count: z.int(),
    remote_manifest_url: nullableText.describe('Declared by the file; never fetched'),
  })
  .meta({ id: 'C2paResult' });

const labelFinding = z
  .object({ rule: z.string(), severity: z.enum(['error', 'warning', 'info']), message: z.string() })
  .meta({ id: 'ChinaAigcFinding' });

const labelProvider = z
  .object({
    kind: z.enum(['code', 'code_like', 'name']),
    code: nullableText,
    uscc: nullableText.describe('Unified Social Credit Code inside the code'),
    check_digit_valid: z.boolean().nullable(),
    service_type: z.enum(['generation', 'distribution', 'unused', 'other']).nullable(),
    application_code: nullableText,
    company: nullableText.describe('From our own table, in the caller’s language'),
    product: nullableText.describe('What files with this code were seen from'),
    basis: nullableText.describe('How well the table’s row is founded: A (best) to D, or documentation'),
  })
  .nullable();

const reservedCode = z.object({
  content: z.enum(['absent', 'empty', 'opaque', 'security_data']),
  signature: z.enum(['none', 'verified_pinned', 'verified_embedded', 'failed', 'unsupported']),
  algorithm: nullableText,
  signer: nullableText,
});

const labelItem = z
  .object({
    carrier: z.enum(LABEL_CARRIERS),
    location: z.string(),
    placement: z.enum(['standard', 'annex', 'other']),
    offset: z.int(),
    length: z.int(),
    state: z.enum(['decoded', 'empty', 'undecodable']),
    form: z.enum(['bare', 'wrapped', 'fields']).nullable(),
    deviations: z.array(z.string()),
    label: nullableText.describe('1: AI generated, 2: possibly, 3: suspected'),
    content_producer: nullableText,
    produce_id: nullableText,
    reserved_code_1: nullableText,
    content_propagator: nullableText,
    propagate_id: nullableText,
    reserved_code_2: nullableText,
    extra: z.array(z.string()),
    producer: labelProvider,
    propagator: labelProvider,
    security: z.object({ reserved_code_1: reservedCode, reserved_code_2: reservedCode }),
    findings: z.array(labelFinding),
  })
  .meta({ id: 'ChinaAigcItem' });

const chinaAigc = z
  .object({
    present: z.boolean().describe('false: none was found in the places that the reader knows; that proves nothing'),
    parser_version: z.string(),
    note: z.string(),
    items: z.array(labelItem).describe('One for each label; the one that counts most first'),
    findings: z.array(labelFinding).describe('About all labels together, and about label and credential'),
    look_alikes: z.array(
      z.object({
        schema: z.string(),
        vendor: z.string().describe('Whose record it is, in the language of the answer'),
        location: z.string(),
        asserts_ai: z.boolean().describe('Whether it says that AI made the content'),
      }),
    ),
    complete: z.boolean().describe('false: a part of the file could not be searched'),
  })
  .meta({ id: 'ChinaAigcResult' });

const metadataEvidence = z
  .object({
    rule: z.string(),
    kind: z.enum(['generated', 'edited', 'captured', 'software']),
    strength: z.enum(['high', 'medium', 'low']),
    vendor: nullableText,
    model: nullableText,
    field: z.string().describe("The field, in its format's vocabulary"),
    location: z.string(),
    attested: z.enum(['verified', 'not_verified']).nullable().describe("A generator's own signature over the picture"),
  })
  .meta({ id: 'MetadataEvidence' });

const metadata = z
  .object({
    vendor: nullableText,
    model: nullableText.describe('Device, generative model, or program with its version'),
    status: statusEnum(
      METADATA_STATUSES,
      statuses.metadata,
      'What ordinary, unsigned metadata say about who made the file.',
    ),
    summary: nullableText,
    evidence: z.array(metadataEvidence).describe('Every field that a rule recognised, the one that counts most first'),
    digital_source_types: z.array(z.string()).describe("Terms of IPTC's digital source type in XMP"),
    complete: z.boolean().describe('false: a part of the file could not be searched'),
  })
  .meta({ id: 'MetadataResult' });

const pictureSize = z.object({ width: z.number(), height: z.number() }).describe('Pixels');

const resolutionEvidence = z.object({
  code: z.enum(RESOLUTION_CODES).describe('Stable; branch on this, never on the text of a reason'),
  kind: z
    .enum(['pixels', 'metadata', 'file'])
    .describe('pixels: measured. metadata: an unsigned statement of the file. file: how it is coded'),
  strength: z.number().nullable(),
  reference: z.number().nullable().describe('What one native picture in a hundred reaches'),
  value: z.union([z.number(), z.string()]).nullable(),
});

const resolutionMeasurement = z.object({
  method: z.string().describe('Changes with every change of the measurement'),
  model: z.string().describe('SHA-256 of the data of the model'),
  score: z.number().nullable().describe('Log-odds of the model; no probability about the world'),
  thresholds: z
    .object({ likely_upscaled: z.number(), native_at_most: z.number() })
    .describe('The scores from and up to which it decides'),
  detail_percent: z.number().nullable().describe('Up to which share of the pixel resolution there is detail'),
  width: z.number().describe('Pixels, as stored: never turned'),
  height: z.number(),
  window: z
    .object({ left: z.number(), top: z.number(), width: z.number(), height: z.number() })
    .describe('The part that was measured'),
  codec_grid: z.literal([8, 16]),
  trace_map: z
    .object({ columns: z.number(), rows: z.number(), cells: z.array(z.number().nullable()) })
    .nullable()
    .describe('How strong the traces are in each cell of the window, row by row, 0 to 100; null: too even to say'),
});

const resolution = z
  .object({
    status: statusEnum(
      ['native', 'likely_upscaled', 'uncertain'],
      statuses.resolution,
      'Whether the picture was upscaled.',
    ),
    reasons: z.array(z.string()).describe('One sentence each, most important first, in the caller’s language'),
    confidence: z.enum(['high', 'medium', 'low']).nullable().describe('Never high for native; null: uncertain'),
    estimated_factor: z.number().nullable().describe('How many times each side was enlarged'),
    estimated_source: pictureSize.nullable(),
    factor_alternatives: z.array(z.number()).describe('What the same traces could also mean'),
    kernel_family: z.null().describe('Reserved: kernels are not told apart yet'),
    evidence: z.array(resolutionEvidence),
    not_measured: z.enum(NOT_MEASURED_CODES).nullable().describe('Why the pixels were not measured'),
    measurement: resolutionMeasurement
      .nullable()
      .describe('Null when the pixels were not measured, and in results of earlier versions'),
  })
  .meta({ id: 'ResolutionIntegrityResult' });

const understandItem = z.object({
  code: z.string().describe('Stable; branch on this, never on the text'),
  level: statusEnum(['good', 'info', 'warning', 'critical'], statuses.level, 'How much it matters.'),
  title: z.string(),
  text: z.string(),
});

export const verificationResultSchema = z
  .object({
    id: z.string(),
    status: z.enum(['completed', 'partial']).describe('partial: one reader failed or ran out of time'),
    media_type: z.string().describe('Decided by the bytes'),
    filename: z.string(),
    sha256: z.string().describe('Digest of the submitted file'),
    provenance_status: statusEnum(PROVENANCE_STATUSES, statuses.provenance, 'What all the evidence comes to.'),
    credential_integrity_status: integrityStatus,
    summary,
    c2pa,
    china_aigc: chinaAigc,
    metadata,
    resolution_integrity: resolution,
    understand: z
      .array(understandItem)
      .describe('What this result means and does not mean, most important first, in the caller’s language'),
    service_credential: z
      .object({
        credential_id: z.string(),
        status: credentialStatus,
        verify_url: z.string(),
        sandbox: z.boolean(),
      })
      .nullable()
      .describe('This service’s own record of the credential, as of the verification; null when it did not issue it'),
  })
  .meta({ id: 'VerificationResult' }) satisfies z.ZodType<VerificationResult>;

/** A published status: what it is about, then each value with the sentence that pages and reports show. */
export function statusEnum<const Values extends readonly string[]>(
  values: Values,
  words: Readonly<Record<Values[number], StatusWord>>,
  about: string,
) {
  const meanings = Object.entries<StatusWord>(words).map(([value, { text }]) => `\`${value}\`: ${text}`);
  return z.enum(values).describe([about, ...meanings].join('\n\n'));
}
