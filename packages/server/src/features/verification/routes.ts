import { z } from 'zod';
import { presentError } from '../../http/errors.ts';
import { prefersAsync } from '../../http/prefer.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { onlyFile, type UploadedFile } from '../../http/upload.ts';
import { anonymousUploadPolicy, apiUploadPolicy } from '../../http/upload-policy.ts';
import { isVideo, presentAnalysis } from '../../platform/analysis-pool.ts';
import { AppError, asAppError } from '../../shared/app-error.ts';
import type { ErrorCode } from '../../shared/error-codes.ts';
import type { Language } from '../../shared/language.ts';
import { verificationResultSchema } from '../../shared/verification-result.ts';
import { acceptedAnswer, acceptedResponse } from '../jobs/index.ts';
import { analyzeAnswerSchema, type AnalyzeItem } from './schemas.ts';
import type { VerificationServices } from './services.ts';
import { verifyLater } from './verify-later.ts';
import { verifyNow } from './verify-now.ts';

/** What a file can be refused for. */
const FILE_ERRORS: readonly ErrorCode[] = ['INVALID_FILE_TYPE', 'MEDIA_PARSE_FAILED', 'JOB_TIMEOUT'];

/** Routes that take a file and say what evidence it carries. */
export function verificationRoutes(services: VerificationServices): Route[] {
  return [verifyContent(services), analyzeFiles(services)];
}

function verifyContent(services: VerificationServices): Route {
  return defineRoute({
    method: 'POST',
    path: '/v1/content/verify',
    operationId: 'verifyContent',
    summary: 'Verify a file',
    description:
      'Inspects one media file for provenance evidence. A missing, broken, unbound or untrusted credential is a fact in the answer, never an error. The file is deleted as soon as the answer is known. With `Prefer: respond-async` the answer is 202 with a job.',
    tags: ['Content'],
    auth: { kind: 'key', scope: 'content:verify' },
    rateLimit: 'api',
    headers: z.object({
      prefer: z.string().max(1_000).optional().describe('`respond-async` answers at once with a job (RFC 7240)'),
    }),
    multipart: {
      part: 'file',
      partDescription: 'The media file',
      policy: apiUploadPolicy(services.limits, isVideo),
      fields: z.object({}),
      flush: true,
    },
    responses: {
      200: { description: 'The result', schema: verificationResultSchema },
      202: acceptedResponse,
    },
    errors: [...FILE_ERRORS, 'SERVICE_UNAVAILABLE'],
    handler: async ({ headers, principal, language, receiveUpload }) => {
      const file = onlyFile((await receiveUpload()).files);
      const submission = { kind: 'verification', key: principal, file } as const;
      if (prefersAsync(headers.prefer)) {
        const { id } = await verifyLater(services, submission);
        return acceptedAnswer(services, { id, organizationId: principal.organizationId }, language);
      }
      const { id, analysis } = await verifyNow(services, submission);
      const context = { id, filename: file.filename, sha256: file.sha256, language };
      return { status: 200, headers: { 'content-language': language }, body: presentAnalysis(analysis, context) };
    },
  });
}

function analyzeFiles(services: VerificationServices): Route {
  return defineRoute({
    method: 'POST',
    path: '/api/analyze',
    operationId: 'analyzeFiles',
    summary: 'Verify files without a key',
    description:
      'Inspects 1 to 20 files, each judged on its own and in the order they were sent; one that fails never fails the others. For people and try-outs, with tighter limits than the API. Files are deleted as soon as the answer is known; results can be read by their identifiers for a day.',
    tags: ['Web'],
    auth: { kind: 'none' },
    rateLimit: 'anonymous_analysis',
    multipart: {
      part: 'files',
      partDescription: 'The media files',
      policy: anonymousUploadPolicy(services.limits),
      fields: z.object({}),
    },
    responses: { 200: { description: 'A result or an error for each file', schema: analyzeAnswerSchema } },
    errors: [],
    handler: async ({ requestId, language, log, receiveUpload }) => {
      const { files } = await receiveUpload();
      const results = await Promise.all(
        files.map((file) =>
          analyzeOne(services, file, language).catch((err: unknown): AnalyzeItem => {
            if (!(err instanceof AppError)) log.error({ err }, 'a file could not be analysed');
            const { error } = presentError(asAppError(err), requestId, language);
            return { filename: file.filename, status: 'failed', result: null, error };
          }),
        ),
      );
      return { status: 200, headers: { 'content-language': language }, body: { id: requestId, results } };
    },
  });
}

async function analyzeOne(
  services: VerificationServices,
  file: UploadedFile,
  language: Language,
): Promise<AnalyzeItem> {
  const { id, analysis } = await verifyNow(services, { kind: 'analysis', key: null, file });
  const context = { id, filename: file.filename, sha256: file.sha256, language };
  return { filename: file.filename, status: 'completed', result: presentAnalysis(analysis, context), error: null };
}
