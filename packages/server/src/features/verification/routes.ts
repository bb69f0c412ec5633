import { z } from 'zod';
import { presentError } from '../../http/errors.ts';
import { filesInTurn } from '../../http/files-in-turn.ts';
import { prefersAsync } from '../../http/prefer.ts';
import { defineRoute, type Route, type RouteContext } from '../../http/route.ts';
import { passing } from '../../http/upload-content.ts';
import { onlyFile, type UploadedFile } from '../../http/upload.ts';
import { anonymousUploadPolicy, apiUploadPolicy } from '../../http/upload-policy.ts';
import { isVideo } from '../../platform/media-types.ts';
import { AppError, asAppError } from '../../shared/app-error.ts';
import type { ErrorCode } from '../../shared/error-codes.ts';
import { answeredId } from '../../shared/request-id.ts';
import { verificationResultSchema } from '../../shared/verification-result.ts';
import { viewerOf } from '../../shared/viewer.ts';
import { acceptedAnswer, acceptedResponse, presentAnalysis, previewQuery } from '../jobs/index.ts';
import { analyzeAnswerSchema, type AnalyzeItem } from './schemas.ts';
import type { VerificationServices } from './services.ts';
import { verifyLater } from './verify-later.ts';
import { verifyNow, type Submission } from './verify-now.ts';

/** Reasons for refusing a file. */
const FILE_ERRORS: readonly ErrorCode[] = [
  'INVALID_FILE_TYPE',
  'MEDIA_PARSE_FAILED',
  'JOB_TIMEOUT',
  'SERVICE_UNAVAILABLE',
];

/** Routes that take a file and report what evidence it carries. */
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
      'Inspects one media file for provenance evidence. A missing, broken, unbound or untrusted credential is a fact in the result, never an error. The file is deleted as soon as the result is known. With `Prefer: respond-async` the response is 202 with a job.',
    tags: ['Content'],
    auth: { kind: 'key', scope: 'content:verify' },
    rateLimit: 'api',
    reserves: 'verification',
    query: previewQuery,
    headers: z.object({
      prefer: z.string().max(1_000).optional().describe('`respond-async` returns a job immediately (RFC 7240)'),
    }),
    multipart: {
      part: 'file',
      partDescription: 'The media file',
      policy: apiUploadPolicy(services.limits, isVideo),
      fields: z.object({}),
      storage: ({ prefer }) => (prefersAsync(prefer) ? 'flushed_file' : 'passing'),
    },
    responses: {
      200: { description: 'The result', schema: verificationResultSchema },
      202: acceptedResponse,
    },
    errors: [...FILE_ERRORS, 'QUOTA_EXCEEDED'],
    handler: async ({ headers, query, principal, reserved, language, address, signal, receiveUpload }) => {
      const file = onlyFile((await receiveUpload()).files);
      const { preview } = query;
      const submission = { kind: 'verification', key: principal, address, file, preview, reserved, signal } as const;
      if (prefersAsync(headers.prefer)) {
        const { id } = await verifyLater(services, submission);
        return acceptedAnswer(services, { id, viewer: viewerOf(principal) }, language);
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
      'Inspects 1 to 20 files, one after the other in the order they were sent; each is judged on its own, and one that fails does not affect the others. Meant for people and for trying the service, with tighter limits than the API: every file counts against the rate limit, files beyond it get RATE_LIMITED, and files that cannot be started in time get SERVICE_UNAVAILABLE. Files are deleted as soon as the result is known; results can be read by their identifiers for a day.',
    tags: ['Web'],
    auth: { kind: 'none' },
    rateLimit: 'anonymous_analysis',
    query: previewQuery,
    multipart: {
      part: 'files',
      partDescription: 'The media files',
      policy: anonymousUploadPolicy(services.limits),
      fields: z.object({}),
      storage: passing,
    },
    responses: { 200: { description: 'A result or an error for each file', schema: analyzeAnswerSchema } },
    errors: [],
    handler: async (context) => {
      const { requestId, language } = context;
      const { files } = await context.receiveUpload();
      const results = await filesInTurn(files, context, {
        startWithinMs: services.limits.analysisSynchronousMs,
        work: (file) => analyzeOne(services, { file, preview: context.query.preview }, context),
        refuse: (file, refusal) => failedItem(file, refusal, context),
      });
      return { status: 200, headers: { 'content-language': language }, body: { id: answeredId(requestId), results } };
    },
  });
}

type AnalyzeContext = Pick<RouteContext, 'address' | 'requestId' | 'language' | 'log' | 'signal'>;

async function analyzeOne(
  services: VerificationServices,
  { file, preview }: Pick<Submission, 'file' | 'preview'>,
  context: AnalyzeContext,
): Promise<AnalyzeItem> {
  const { address, language, log, signal } = context;
  try {
    const { id, analysis } = await verifyNow(services, { kind: 'analysis', key: null, address, file, preview, signal });
    const words = { id, filename: file.filename, sha256: file.sha256, language };
    return { filename: file.filename, status: 'completed', result: presentAnalysis(analysis, words), error: null };
  } catch (err) {
    signal.throwIfAborted();
    if (!(err instanceof AppError)) log.error({ err }, 'a file could not be analysed');
    return failedItem(file, asAppError(err), context);
  }
}

function failedItem(
  { filename }: UploadedFile,
  refusal: AppError,
  { requestId, language }: AnalyzeContext,
): AnalyzeItem {
  const { error } = presentError(refusal, answeredId(requestId), language);
  return { filename, status: 'failed', result: null, error };
}
