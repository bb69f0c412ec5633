import { z } from 'zod';
import type { RouteAuth } from '../../http/guards.ts';
import { prefersAsync } from '../../http/prefer.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { onlyFile } from '../../http/upload.ts';
import { signUploadPolicy } from '../../http/upload-policy.ts';
import type { ErrorCode } from '../../shared/error-codes.ts';
import { viewerOf } from '../../shared/viewer.ts';
import { acceptedAnswer, acceptedResponse, presentSigning, previewQuery, signingResultSchema } from '../jobs/index.ts';
import { signFields } from './schemas.ts';
import { signLater } from './sign-later.ts';
import { signNow } from './sign-now.ts';
import { callerOf } from './submission.ts';
import type { SigningServices } from './services.ts';

const ERRORS: readonly ErrorCode[] = [
  'INVALID_FILE_TYPE',
  'MEDIA_PARSE_FAILED',
  'C2PA_PARSE_FAILED',
  'C2PA_SIGNATURE_INVALID',
  'C2PA_ASSET_BINDING_INVALID',
  'SIGNING_FAILED',
  'POST_VERIFY_FAILED',
  'JOB_TIMEOUT',
  'SERVICE_UNAVAILABLE',
  'CONFLICT',
  'QUOTA_EXCEEDED',
];

const DESCRIPTION =
  'Signs one media file with a content credential that anyone can look up, verifies the result and stores it. A file that already carries a valid credential keeps its history: it becomes the parent of the new one. A broken credential is refused unless `ingredient_policy=discard`, and so is one whose history contains a revoked or suspended credential of this service. With a test key, or without a production certificate, the result is a sandbox credential; members sign with the production certificate if there is one. With `Prefer: respond-async` the response is 202 with a job. A repeated `Idempotency-Key` returns the first outcome; nothing is signed twice.';

/** One operation at two addresses: for programs, and for the web. */
export function signingRoutes(services: SigningServices): Route[] {
  return [
    signRoute(services, {
      path: '/v1/content/sign',
      operationId: 'signContent',
      tag: 'Content',
      auth: { kind: 'key', scope: 'content:sign' },
    }),
    signRoute(services, {
      path: '/api/sign',
      operationId: 'signFile',
      tag: 'Web',
      auth: { kind: 'key_or_member', scope: 'content:sign', permission: 'content:sign' },
    }),
  ];
}

type SignAuth = Extract<RouteAuth, { kind: 'key' | 'key_or_member' }>;

function signRoute(
  services: SigningServices,
  { path, operationId, tag, auth }: { path: string; operationId: string; tag: string; auth: SignAuth },
): Route {
  const replayed = {
    'Idempotent-Replayed': { description: '`true`: the outcome of an earlier request with this key' },
  };
  return defineRoute({
    method: 'POST',
    path,
    operationId,
    summary: 'Sign a file',
    description: DESCRIPTION,
    tags: [tag],
    auth,
    rateLimit: 'api',
    reservesWithJob: 'signing',
    query: previewQuery,
    headers: z.object({
      prefer: z.string().max(1_000).optional().describe('`respond-async` returns a job immediately (RFC 7240)'),
      'idempotency-key': z
        .string()
        .regex(/^[\x21-\x7e]{1,255}$/)
        .optional()
        .describe('Identifies the request so that it can be repeated safely; kept for a day'),
    }),
    multipart: {
      part: 'file',
      partDescription: 'The media file',
      policy: signUploadPolicy(services.limits),
      fields: signFields,
      // A worker may finish what has a key or was promised; what has neither ends with this process.
      storage: ({ prefer, 'idempotency-key': key }) =>
        prefersAsync(prefer) ? 'flushed_file' : key === undefined ? 'passing' : 'file',
    },
    responses: {
      200: { description: 'Signed', schema: signingResultSchema, headers: replayed },
      202: { ...acceptedResponse, headers: { ...acceptedResponse.headers, ...replayed } },
    },
    errors: ERRORS,
    handler: async ({ headers, query, principal, language, address, requestId, signal, tellQuota, receiveUpload }) => {
      const { files, fields } = await receiveUpload();
      const idempotencyKey = headers['idempotency-key'];
      const by = callerOf(principal, services);
      const whose = { by, idempotencyKey, address, requestId, signal, tellQuota };
      const submission = { ...whose, file: onlyFile(files), fields, preview: query.preview };
      if (prefersAsync(headers.prefer)) {
        const { id, repeated } = await signLater(services, submission);
        const answer = await acceptedAnswer(services, { id, viewer: viewerOf(principal) }, language);
        return { ...answer, headers: { ...answer.headers, ...replayHeader(repeated) } };
      }
      const { job, repeated } = await signNow(services, submission);
      const body = presentSigning(job, services.links);
      if (body === null) throw new Error(`job ${job.id} has signed nothing`);
      return { status: 200, headers: replayHeader(repeated), body };
    },
  });
}

function replayHeader(repeated: boolean): Record<string, string> {
  return repeated ? { 'idempotent-replayed': 'true' } : {};
}
