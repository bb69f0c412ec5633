import { z } from 'zod';
import {
  LAB_BANDS,
  LAB_CHECKS,
  LAB_CONTAINERS,
  LAB_EVIDENCE,
  LAB_GENERATIONS,
  LAB_REASONS,
  LAB_STAGES,
  LAB_VERDICTS,
  LAB_WARNINGS,
} from '../../shared/lab-vocabulary.ts';
import {
  INTEGRITY_STATUSES,
  METADATA_STATUSES,
  TRUST_STATUSES,
  PROVENANCE_STATUSES,
} from '../../shared/verification-result.ts';

const nullableText = z.string().nullable();
const nullableNumber = z.number().nullable();
const stage = z.enum(LAB_STAGES);
const band = z.enum(LAB_BANDS);

const ids = z.array(z.string()).describe('Identifiers of observations');

const claim = z
  .object({
    raw: z.string().describe('As it was sent'),
    recognized: z.boolean(),
    family: nullableText.describe('The family that the claim names; null: none that the lab knows'),
    stage: stage.nullable().describe('Which question the claim answers'),
  })
  .meta({ id: 'LabClaim' });

const clip = z
  .object({
    container: z.enum(LAB_CONTAINERS).nullable(),
    layout: z.array(z.string()).describe('The parts of the file in their order'),
    duration_seconds: nullableNumber,
    video: z
      .object({
        codec: z.string(),
        width: nullableNumber,
        height: nullableNumber,
        fps: nullableNumber,
        frames: nullableNumber,
        key_frames: nullableNumber,
        longest_gap: nullableNumber.describe('Pictures between two at which decoding can begin, at most'),
      })
      .nullable(),
    audio: z
      .object({
        codec: z.string(),
        rate: nullableNumber,
        channels: nullableNumber,
        priming_samples: nullableNumber.describe('Samples that an edit list removes from the start'),
      })
      .nullable(),
    bytes_read: z.int(),
  })
  .meta({ id: 'LabClip' });

const rule = z.object({
  id: z.string(),
  weight: z.number(),
  evidence: z
    .string()
    .describe(`How well the rule is founded: ${LAB_EVIDENCE.join(', ')}. What is inferred decides nothing`),
  observations: ids,
  sources: z.array(z.string()).describe('Files that were read (R) and texts (S)'),
});

const stageResult = z
  .object({
    stage,
    name: z.string(),
    pipelines: z.array(
      z.object({
        id: z.string(),
        label: z.string(),
        support: z.number().describe('From 0 to 95; never certain'),
        band,
        band_text: z.string(),
        rules: z.array(rule),
      }),
    ),
  })
  .meta({ id: 'LabStage' });

const observation = z
  .object({
    id: z.string(),
    fact: z.string(),
    stage: stage.nullable(),
    value: z
      .unknown()
      .describe(
        'A text, a number or a flag. Texts are the file’s own, which anyone may have written, cut at 200 characters; masked where it names an account, an upload or a device',
      ),
    path: z.string().describe('Where it was read, by the names of the container'),
    offset: nullableNumber.describe('From the start of the file; null: from several places'),
    salvaged: z.boolean().describe('Found by searching a file whose index is missing or wrong'),
  })
  .meta({ id: 'LabObservation' });

const besideNote = z.object({
  kind: z.enum(['credential', 'label', 'vendor_metadata']),
  family: nullableText,
  text: z.string(),
  observations: ids,
});

const inspection = z
  .object({
    provenance_status: z.enum(PROVENANCE_STATUSES),
    credential: z.object({
      status: z.enum(INTEGRITY_STATUSES),
      trust_status: z.enum(TRUST_STATUSES),
      signer: nullableText,
      generator: nullableText,
    }),
    china_aigc: z.object({
      present: z.boolean(),
      label: nullableText.describe('1: AI generated, 2: possibly, 3: suspected'),
      content_producer: nullableText,
      company: nullableText,
    }),
    metadata: z.object({ status: z.enum(METADATA_STATUSES), vendor: nullableText, model: nullableText }),
  })
  .nullable()
  .describe(
    'What a verification of the same file finds, in short; null: its readers could make nothing of the file. Named beside the traces, and never counted with them',
  )
  .meta({ id: 'LabInspection' });

const examination = z
  .object({
    status: z
      .enum(['ok', 'partial', 'unsupported'])
      .describe('partial: cut off, damaged or beyond a bound. unsupported: no video that the lab can read'),
    claim,
    verdict: z.enum(LAB_VERDICTS).describe('The traces against the claim; never a proof of origin'),
    band: band.describe('How much the verdict rests on'),
    reason: z.enum(LAB_REASONS),
    title: z.string(),
    text: z.string(),
    generation: z
      .enum(LAB_GENERATIONS)
      .describe('How often the clip was written since its origin, as far as its traces tell'),
    generation_text: z.string(),
    clip,
    stages: z.array(stageResult),
    beside: z.array(besideNote).describe('Statements in the file that count nothing here'),
    observations: z.array(observation),
    checks: z.array(z.object({ id: z.enum(LAB_CHECKS), result: z.enum(['pass', 'fail', 'not_applicable']) })),
    warnings: z.array(z.object({ code: z.enum(LAB_WARNINGS), text: z.string() })),
    caveats: z.array(z.string()),
    inspection,
  })
  .meta({ id: 'LabExamination' });

export type LabExamination = z.input<typeof examination>;

const labItem = z.object({
  file: z.object({
    name: z.string(),
    size: z.int(),
    sha256: z.string(),
  }),
  status: z.enum(['completed', 'failed']),
  result: examination.nullable(),
  error: z
    .object({
      code: z.string(),
      message: z.string(),
      request_id: z.string(),
      details: z.record(z.string(), z.unknown()).optional(),
    })
    .nullable(),
});

export const labAnswerSchema = z
  .object({
    id: z.string().describe('The request ID; nothing is stored under it'),
    engine: z.object({
      rules: z.string().describe('The day of the table of rules'),
      version: z.string(),
      decoded_frames: z.literal(0),
    }),
    results: z.array(labItem).describe('In the order of the upload'),
    summary: z.object({
      files: z.int(),
      consistent: z.int(),
      inconsistent: z.int(),
      inconclusive: z.int(),
      failed: z.int(),
    }),
    not_tested: z.array(z.enum(['pictures', 'sound', 'watermarks'])).describe('What the lab never looks at'),
  })
  .meta({ id: 'LabResult' });

export type LabItem = z.input<typeof labItem>;
export type LabAnswer = z.input<typeof labAnswerSchema>;
