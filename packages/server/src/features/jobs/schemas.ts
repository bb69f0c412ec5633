import { z } from 'zod';
import { LANGUAGES } from '../../shared/language.ts';
import { signingResultSchema } from './stored-signing.ts';
import { REPORT_FORMATS } from '../../shared/report-formats.ts';
import { verificationResultSchema } from '../../shared/verification-result.ts';

export const jobParams = z.object({ jid: z.string().min(1).max(100).describe('Identifier of the job') });

export const jobResultSchema = z
  .object({
    id: z.string(),
    kind: z.enum(['verification', 'signing', 'analysis', 'lab']),
    status: z.enum(['queued', 'processing', 'completed', 'failed', 'expired']),
    filename: z.string().nullable(),
    error: z.string().nullable().describe('Error code of a failed job'),
    error_message: z.string().nullable().describe('The same in words, in the caller’s language'),
    result: verificationResultSchema.nullable().describe('Of a signing job: the verification of the signed file'),
    signing: signingResultSchema.nullable(),
    progress: z.number().min(0).max(1),
    created_at: z.string(),
    finished_at: z.string().nullable(),
    expires_at: z.string().nullable().describe('When the result is deleted'),
  })
  .meta({ id: 'JobResult' });

export type JobResult = z.infer<typeof jobResultSchema>;

export const reportQuery = z.object({
  format: z
    .enum(REPORT_FORMATS)
    .default('json')
    .describe(
      'json: all facts, the judgement and the lists it was made with; crjson: the C2PA manifest store alone; html: a page in one file, without scripts; pdf: a document to file',
    ),
  lang: z.enum(LANGUAGES).optional().describe('Language of the texts; by default Accept-Language decides'),
});

export const reportSchema = z
  .looseObject({})
  .describe(
    'With format=json: `{job, sha256, size_bytes, report, verdict, result, thumbnails}`. With format=crjson: a crJSON document.',
  );
