import { z } from 'zod';
import { verificationResultSchema } from '../../shared/verification-result.ts';

const apiErrorBody = z.object({
  code: z.string(),
  message: z.string(),
  request_id: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
});

const analyzeItem = z.object({
  filename: z.string(),
  status: z.enum(['completed', 'failed']),
  result: verificationResultSchema.nullable(),
  error: apiErrorBody.nullable(),
});

export const analyzeAnswerSchema = z
  .object({
    id: z.string().describe('The request ID; each result has the ID of its own job'),
    results: z.array(analyzeItem).describe('In the order of the upload'),
  })
  .meta({ id: 'AnalyzeResult' });

export type AnalyzeItem = z.input<typeof analyzeItem>;
