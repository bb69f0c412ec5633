import { releaseBlob } from '../../platform/blob-registry.ts';
import { FINAL_CODES, withPictures, workOnUpload, type MediaJobHandler } from '../jobs/index.ts';
import { signingInputSchema } from './schemas.ts';
import { draftCredential, recordCredential } from './sign-file.ts';
import type { SigningServices } from './services.ts';

/** Retrying does not mend the input's credential or its label. */
const FINAL: ReadonlySet<string> = new Set([
  ...FINAL_CODES,
  'C2PA_PARSE_FAILED',
  'C2PA_SIGNATURE_INVALID',
  'C2PA_ASSET_BINDING_INVALID',
  'CONFLICT',
]);

/** Works on queued signings, and on those with an Idempotency-Key whose process died while the caller waited. */
export function signingHandler(services: SigningServices): MediaJobHandler {
  return async (context) => {
    const { job, db } = context;
    const input = signingInputSchema.parse(job.input);
    if (job.organization_id === null) throw new TypeError('a signing job without an organization');
    const owner = {
      jobId: job.id,
      organizationId: job.organization_id,
      apiKeyId: job.api_key_id,
      filename: job.filename,
    };
    const task = { uploads: services.uploads, context, input, finalCodes: FINAL };
    const terms = {
      turn: { share: 'queued', owner: owner.organizationId },
      signal: context.signal,
    } as const;
    await workOnUpload(task, async (path, release) => {
      const draft = await draftCredential(services, owner, { ...input, path }, terms);
      // When this fails we do not know whether it committed, so the stored file is left to the sweep, which does.
      const output = { ...(await withPictures(draft.check)), signing: draft.signing };
      const isOurs = await context.complete(output, async (trx) => {
        await recordCredential(trx, services, draft, input);
        await release(trx);
      });
      if (!isOurs) await releaseBlob(db, draft.credential.asset_key);
    });
  };
}
