/**
 * The steps of a signing, in order, and why in this order.
 *
 * 1. The job is stored, with the Idempotency-Key if there is one (sign-now, sign-later; jobs/begin-job): from here on a
 *    crash loses nothing, and a repeated request finds the first one. A file in memory, whose caller waits and who has no
 *    key, has no job yet: nobody else could work on it, and its caller sends it again.
 * 2. The name of the object is reserved (draftCredential), before any byte of it exists: whatever ends the work early, the
 *    sweep finds what is left. This goes on beside steps 3 to 5, which put nothing into the store.
 * 3. The input is inspected by the thread that will sign it, which then waits (signing.writeCopy). Whether it may be signed,
 *    whether its credential becomes the parent, and which label is written depend on what is found, and are decided in the
 *    main thread, which has the records, before anything is written (makeCheckedCopy).
 * 4. The copy is made. It carries the label first and the manifest last, because the hard binding
 *    covers all bytes but the manifest. The thread that does it has neither key nor network: it hands out the claim, and the
 *    main thread answers with the signature, time stamp and OCSP response. The time stamp comes after the signature, which
 *    it covers. The thread compares the copy with the original and hashes it while it is still in memory: from here on this
 *    digest is what the file must have.
 * 5. The same bytes are inspected by the readers of anybody's file, written, and judged in the main thread (makeCheckedCopy):
 *    the writer's word is not enough.
 * 6. The copy is stored, and checked on the way against the digest of step 4 (draftCredential): what is stored is what was
 *    signed, whatever happened to the file since. It comes after the check, so that a copy that fails never leaves this host.
 * 7. One transaction completes the job, or stores it completed, keeps the object, and adds the credential and its audit row (recordCredential). It
 *    comes last: nobody sees a credential before its file can be downloaded.
 */

import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { keepBlob, releaseBlob, reserveBlob } from '../../platform/blob-registry.ts';
import type { AnalyzeInput } from '@revera/provenance';
import type { NewAnalysis, WorkTerms } from '../../platform/analysis-pool.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../shared/app-error.ts';
import { writeAudit } from '../audit/index.ts';
import { insertCredential, type NewCredential } from '../credentials/index.ts';
import type { StoredSigning } from '../jobs/index.ts';
import { makeCheckedCopy, type CheckedOutput } from './checked-copy.ts';
import type { SigningInput } from './schemas.ts';
import type { SigningServices } from './services.ts';

/** Longer than any signing may take: nobody sweeps its object before that. */
const OBJECT_HOLD_MS = 60 * 60_000;

/** Whose job it is. */
export interface SigningOwner {
  jobId: string;
  organizationId: string;
  apiKeyId: string | null;
  /** Of the file that was sent. */
  filename: string | null;
}

/** A signed copy that is checked and stored, and that nobody can see until `recordCredential` has committed. */
export interface CredentialDraft {
  credential: NewCredential;
  /** What was found in the copy. Its pictures are copied meanwhile. */
  check: NewAnalysis;
  signing: StoredSigning;
  /** For the audit log; null when the file has no label. */
  label: Record<string, string | null> | null;
}

/**
 * Makes a checked copy of one file and stores it: steps 2 to 6.
 *
 * @throws {AppError} nothing was kept
 */
export async function draftCredential(
  services: SigningServices,
  owner: SigningOwner,
  input: SigningInput & AnalyzeInput & { picturePath?: string | undefined },
  terms: Omit<WorkTerms, 'deadlineMs'>,
): Promise<CredentialDraft> {
  const { db, blobs, uploadDirectory } = services;
  const outputPath = join(uploadDirectory, `${randomBytes(16).toString('hex')}.signed`);
  const issued = { credential_id: input.credential_id, verify_url: services.links.credential(input.credential_id) };
  try {
    const reserving = reserveBlob(db, 'asset', OBJECT_HOLD_MS);
    const making = makeCheckedCopy(services, { ...input, outputPath, issued }, terms);
    await Promise.allSettled([reserving, making]);
    const key = await reserving;
    try {
      const made = await making;
      const { sizeBytes, sha256, mediaType } = made.signed;
      await blobs.put(key, outputPath, { sizeBytes, sha256, mediaType }).catch((cause: unknown) => {
        throw new AppError('SIGNING_FAILED', { cause });
      });
      return draft(owner, input, made, key);
    } catch (error) {
      await releaseBlob(db, key).catch((err: unknown) => {
        services.log.error({ err }, 'a stored file could not be given up; the sweep deletes it later');
      });
      throw error;
    }
  } finally {
    await rm(outputPath, { force: true });
  }
}

/**
 * Makes the draft a credential, in the transaction that ends its job: step 7.
 * @throws {AppError} SIGNING_FAILED: it took so long that its object was swept
 */
export async function recordCredential(
  trx: Db,
  services: Pick<SigningServices, 'assetRetentionMs'>,
  { credential, label }: CredentialDraft,
  by: Pick<SigningInput, 'account_id' | 'address' | 'request_id' | 'client_request_id'>,
): Promise<void> {
  const { id, organization_id, api_key_id, asset_key } = credential;
  if (!(await keepBlob(trx, asset_key, services.assetRetentionMs))) {
    throw new AppError('SIGNING_FAILED', { cause: new Error('the stored file was swept before it was recorded') });
  }
  await insertCredential(trx, credential);
  await writeAudit(trx, {
    organizationId: organization_id,
    actor: by.account_id === null ? { kind: 'api_key', id: api_key_id } : { kind: 'account', id: by.account_id },
    action: 'credential.issued',
    target: { kind: 'credential', id },
    address: by.address,
    requestId: { own: by.request_id, client: by.client_request_id },
    details: { job_id: credential.job_id, sandbox: credential.sandbox, ...(label === null ? {} : { label }) },
  });
}

function draft(
  owner: SigningOwner,
  input: SigningInput,
  { signed, check, store, label }: CheckedOutput,
  key: string,
): CredentialDraft {
  const { manifestLabel, names, stampedAt } = store;
  const { credential_id, fields } = input;
  const signing: StoredSigning = {
    credential_id,
    trust_status: check.verdict.trust_status,
    sha256: signed.sha256,
    timestamp_present: stampedAt !== null,
    sandbox: signed.sandbox,
    china_aigc: label === null ? null : storedLabel(label),
    remote_manifest_discarded: signed.discardedAddress,
  };
  return {
    label: label === null ? null : auditedLabel(label),
    check,
    signing,
    credential: {
      id: credential_id,
      organization_id: owner.organizationId,
      job_id: owner.jobId,
      api_key_id: owner.apiKeyId,
      display_organization: fields.organization,
      service_identity: signed.identity,
      content_type: fields.content_type,
      generator_name: fields.generator_name,
      generator_version: fields.generator_version,
      model: fields.model,
      c2pa_trust_status: check.verdict.trust_status,
      manifest_label: manifestLabel,
      ...names,
      sha256: signed.sha256,
      media_type: signed.mediaType,
      asset_size: signed.sizeBytes,
      asset_key: key,
      timestamp_at: stampedAt === null ? null : new Date(stampedAt),
      certificate_not_after: signed.certificateNotAfter,
      sandbox: signed.sandbox,
      filename: owner.filename,
      aigc_label_present: label !== null,
    },
  };
}

function storedLabel({ status, site }: NonNullable<CheckedOutput['label']>): StoredSigning['china_aigc'] {
  const { carrier, location, fields } = site;
  return { status, carrier, location, label: fields };
}

/** What was written and, when it replaced another label, whose: no label is altered without a trace. */
function auditedLabel({ status, site, before }: NonNullable<CheckedOutput['label']>): Record<string, string | null> {
  const replaced = status === 'replaced' ? before[0]?.fields : undefined;
  return {
    status,
    content_producer: site.fields.ContentProducer,
    produce_id: site.fields.ProduceID,
    ...(replaced === undefined
      ? {}
      : { replaced_content_producer: replaced.ContentProducer, replaced_produce_id: replaced.ProduceID }),
  };
}
