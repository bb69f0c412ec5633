import { z } from 'zod';
import { signingResultSchema } from './stored-signing.ts';
import { verificationResultSchema } from '../../shared/verification-result.ts';

export const jobParams = z.object({ jid: z.string().min(1).max(100).describe('Identifier of the job') });

/** On routes that take a file. */
export const previewQuery = z.object({
  preview: z
    .enum(['none'])
    .optional()
    .describe(
      '`none`: no picture of the file is made or kept. Otherwise one is kept beside the result, and deleted with it',
    ),
});

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
