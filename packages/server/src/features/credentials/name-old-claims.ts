import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { TrustSnapshot } from '@revera/provenance';
import type { AnalysisService } from '../../platform/analysis-pool.ts';
import type { Log } from '../../platform/log.ts';
import { NO_RECORDS } from '../../shared/credential-records.ts';
import { claimNames, type ClaimNames } from './claim-names.ts';
import { openAsset } from './open-asset.ts';
import { listWithoutClaim, nameClaim, type CredentialRow } from './queries.ts';
import type { CredentialServices } from './services.ts';

export interface NamingServices extends Pick<CredentialServices, 'db' | 'clock' | 'blobs'> {
  analysis: Pick<AnalysisService, 'analyze'>;
  trust: { current(): Promise<TrustSnapshot> };
  log: Log;
  /** The folder for the file while it is read. */
  uploadDirectory: string;
  deadlineMs: number;
}

const ROWS_AT_A_TIME = 50;

/**
 * Reads the signed files of credentials that were made before claims were named, one after the other, and records what they are
 * found by, so that nobody can hide their revocation. A file that cannot be read now is left for the next time; where the file is
 * gone, only the digest of the claim signature is known. Answers how many are named now.
 */
export async function nameOldClaims(services: NamingServices, { signal }: { signal: AbortSignal }): Promise<number> {
  const { db, log } = services;
  let named = 0;
  let after = '';
  while (!signal.aborted) {
    const rows = await listWithoutClaim(db, { after, limit: ROWS_AT_A_TIME });
    for (const row of rows) {
      if (signal.aborted) break;
      const names = await readNames(services, row).catch((err: unknown) => {
        log.warn({ err, credential_id: row.id }, 'the claim of a stored file could not be read');
        return null;
      });
      if (names === null) continue;
      await nameClaim(db, row.id, names);
      named += 1;
    }
    if (rows.length < ROWS_AT_A_TIME) break;
    after = rows.at(-1)?.id ?? after;
  }
  if (named > 0) log.info({ named }, 'the claims of earlier credentials were named');
  return named;
}

/** @throws when the file is gone, or is not the one that was signed */
async function readNames(services: NamingServices, row: CredentialRow): Promise<ClaimNames> {
  const { analysis, clock, trust, deadlineMs, uploadDirectory } = services;
  const path = join(uploadDirectory, `${randomBytes(16).toString('hex')}.stored`);
  try {
    await pipeline(await openAsset(services, row, undefined), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    const { report, verdict } = await analysis.analyze({
      turn: { share: 'queued', owner: row.organization_id },
      path,
      declaredMediaType: undefined,
      at: clock.now(),
      trust: await trust.current(),
      deadlineMs,
      copiesThumbnails: false,
      findRecords: () => Promise.resolve(NO_RECORDS),
    });
    const { c2pa } = report;
    const names = c2pa.state === 'examined' && c2pa.facts.kind === 'present' ? claimNames(c2pa.facts) : null;
    const isOurs =
      verdict.claim_signature_valid === true && names?.claim_signature_sha256 === row.claim_signature_sha256;
    if (names === null || !isOurs) throw new Error(`the file of ${row.id} does not hold its credential`);
    return names;
  } finally {
    await rm(path, { force: true });
  }
}
