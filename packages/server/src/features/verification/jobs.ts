import { decodeAnalysisInput, FINAL_CODES, withPictures, workOnUpload, type MediaJobHandler } from '../jobs/index.ts';
import { analyzeFile } from './analyze-file.ts';
import type { VerificationServices } from './services.ts';

/** Works on queued verifications, and on those with a key whose process died while the caller waited. */
export function analysisHandler(services: VerificationServices): MediaJobHandler {
  return async (context) => {
    const input = decodeAnalysisInput(context.job);
    const { id, organization_id: organizationId } = context.job;
    const terms = {
      turn: { share: organizationId === null ? 'anonymous' : 'queued', owner: organizationId ?? id },
      deadlineMs: services.limits.analysisAsynchronousMs,
      signal: context.signal,
    } as const;
    await workOnUpload(
      { uploads: services.uploads, context, input, finalCodes: FINAL_CODES },
      async (path, release) => {
        const analysis = await analyzeFile(services, { ...input, content: { kind: 'file', path } }, terms);
        await context.complete(await withPictures(analysis), release);
      },
    );
  };
}
