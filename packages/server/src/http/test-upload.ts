import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import { defineRoute, type Route } from './route.ts';
import { MULTIPART, type TestApp } from './test-app.ts';
import type { UploadStorage } from './upload-content.ts';
import type { UploadedFile } from './upload.ts';

export const SMALL = 64 * 1024;
export const LARGE = 256 * 1024;

const fileView = z.object({
  filename: z.string(),
  media_type: z.string(),
  size: z.int(),
  sha256: z.string(),
  /** Null for a file in memory. */
  mode: z.int().nullable(),
  same: z.boolean(),
});

async function view(file: UploadedFile): Promise<z.infer<typeof fileView>> {
  const { content } = file;
  const bytes = content.kind === 'memory' ? content.bytes : await readFile(content.path);
  return {
    filename: file.filename,
    media_type: file.declaredMediaType,
    size: file.sizeBytes,
    sha256: file.sha256,
    mode: content.kind === 'memory' ? null : (await stat(content.path)).mode & 0o777,
    same: createHash('sha256').update(bytes).digest('hex') === file.sha256 && bytes.length === file.sizeBytes,
  };
}

export interface UploadHooks {
  readonly onUpload?: (files: readonly UploadedFile[]) => Promise<void>;
  readonly maxFiles?: number;
  readonly storage?: UploadStorage;
}

/** A route that answers what was uploaded to it. */
export function uploadRoute({ onUpload, maxFiles = 1, storage = 'file' }: UploadHooks = {}): Route {
  return defineRoute({
    method: 'POST',
    path: '/upload',
    operationId: 'upload',
    summary: 'Upload',
    description: 'Answers what was uploaded.',
    tags: ['Test'],
    auth: { kind: 'none' },
    rateLimit: 'none',
    errors: [],
    multipart: {
      part: maxFiles === 1 ? 'file' : 'files',
      partDescription: 'The file',
      policy: {
        maxFiles,
        maxTotalBytes: maxFiles === 1 ? LARGE : 3 * SMALL,
        limitFor: (firstBytes) => (Buffer.from(firstBytes).includes('ftyp') ? LARGE : SMALL),
      },
      fields: z.object({ kind: z.enum(['a', 'b']).default('a'), note: z.string().max(10).default('') }),
      storage: () => storage,
    },
    responses: {
      200: {
        description: 'ok',
        schema: z.object({ files: z.array(fileView), fields: z.record(z.string(), z.string()) }),
      },
    },
    handler: async (context) => {
      const { files, fields } = await context.receiveUpload();
      await onUpload?.(files);
      return { status: 200, body: { files: await Promise.all(files.map(view)), fields } };
    },
  });
}
export async function post(
  app: TestApp,
  body: Buffer,
  contentType = MULTIPART,
): Promise<{ status: number; json: unknown }> {
  const answer = await app.app.inject({
    method: 'POST',
    url: '/upload',
    headers: { 'content-type': contentType },
    payload: body,
  });
  return { status: answer.statusCode, json: answer.json() };
}
