import { z } from 'zod';
import { integerParameter } from '../../http/pagination.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../shared/app-error.ts';
import { findPreviewBytes, findThumbnail, getReadableJob, jobParams, PREVIEW_SIZES } from '../jobs/index.ts';

const THUMBNAIL_POSITION_MAX = 999;
/** Of pictures. Nobody but who may read the result keeps them, and a deleted one is gone within the hour. */
const HEADERS = {
  'cache-control': 'private, max-age=3600',
  // Opened as a page of its own it may do nothing, whatever a browser takes it for.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
} as const;

/** The pictures of a result. */
export function pictureRoutes(db: Db): Route[] {
  return [getThumbnail(db), getPreview(db)];
}

function getThumbnail(db: Db): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/jobs/{jid}/thumbnails/{position}',
    operationId: 'getJobThumbnail',
    summary: 'Get a thumbnail from a manifest',
    description:
      'A copy of a thumbnail that a manifest of the file carries, for itself or for an ingredient: at most 256 by 256 pixels, without metadata. It shows what the producer of the manifest put there; it has not been compared with the file. The report lists the available thumbnails; NOT_FOUND for any other, and when the job has expired.',
    tags: ['Jobs'],
    auth: { kind: 'optional_key_or_member', scope: 'jobs:read', permission: 'jobs:read' },
    rateLimit: 'public_read',
    params: jobParams.extend({
      position: integerParameter(z.int().min(0).max(THUMBNAIL_POSITION_MAX)).describe(
        'Position in the list of the report',
      ),
    }),
    responses: {
      200: {
        description: 'The picture',
        contentType: 'image/jpeg',
        headers: { 'Cache-Control': { description: 'Cacheable privately for an hour; it never changes' } },
      },
    },
    errors: ['NOT_FOUND'],
    handler: async ({ params, principal }) => {
      const job = await getReadableJob(db, params.jid, principal);
      const body = await findThumbnail(db, job, params.position);
      if (body === undefined) throw new AppError('NOT_FOUND');
      return { status: 200, headers: HEADERS, body };
    },
  });
}

function getPreview(db: Db): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/jobs/{jid}/preview',
    operationId: 'getJobPreview',
    summary: 'Get the picture beside a result',
    description:
      'A preview of the examined file, made of its decoded pixels without metadata: WebP, the longest side at most 960 pixels, or 112 with `size=small`. Of a video or recording it is the cover stored in it; of any other file that cannot be decoded the picture that its active manifest carries, which may differ from the file; the report says which in `preview.shows`. NOT_FOUND when there is none: there is nothing to make it of, `preview=none` was asked for, the operator keeps none, or the job has expired.',
    tags: ['Jobs'],
    auth: { kind: 'optional_key_or_member', scope: 'jobs:read', permission: 'jobs:read' },
    rateLimit: 'public_read',
    params: jobParams,
    query: z.object({
      size: z.enum(PREVIEW_SIZES).default('whole').describe('`small`: for lists, at most 112 by 112 pixels'),
    }),
    responses: {
      200: {
        description: 'The picture',
        contentType: 'image/webp',
        headers: { 'Cache-Control': { description: 'Cacheable privately for an hour; it never changes' } },
      },
    },
    errors: ['NOT_FOUND'],
    handler: async ({ params, query, principal }) => {
      const job = await getReadableJob(db, params.jid, principal);
      const body = await findPreviewBytes(db, job, query.size);
      if (body === undefined) throw new AppError('NOT_FOUND');
      return { status: 200, headers: HEADERS, body };
    },
  });
}
