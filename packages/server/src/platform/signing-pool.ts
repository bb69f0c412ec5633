import {
  AnalysisError,
  claimReserveBytes,
  createAnalysisPool,
  createThumbnailer,
  signClaim,
  SigningError,
  type AnalysisPool,
  type ClaimEvidence,
  type ClaimSigner,
  type Declarations,
  type LabelText,
  type MediaType,
  type RemoteManifestPolicy,
  type TrustSnapshot,
} from '@revera/provenance';
import type { SigningConfig } from '../config/signing.ts';
import { AppError } from '../shared/app-error.ts';
import { checkPixels } from './check-pixels.ts';
import type { KeyMode } from '../shared/api-key-format.ts';
import { countsWaiting, type WorkTerms } from './analysis-pool.ts';
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';
import { PLATFORM_LIMITS } from './limits.ts';
import { poolFailure } from './pool-failure.ts';
import { createOcspClient, type OcspClient } from './signer/ocsp-client.ts';
import { openSigners } from './signer/open-signers.ts';
import { createTimeStampClient, TimeStampUnavailableError } from './signer/time-stamp-client.ts';

/** One file to sign. */
export interface SigningOrder extends WorkTerms {
  inputPath: string;
  /** Where the signed copy goes; must not exist. */
  outputPath: string;
  mediaType: MediaType;
  declarations: Declarations;
  /** Its own credential, found valid, becomes its parent. */
  hasParent: boolean;
  remoteManifest: RemoteManifestPolicy;
  /** Written into the copy before it is signed; null for none. */
  label: LabelText | null;
  /** The mode of the requesting key: test keys never reach the production certificate. */
  mode: KeyMode;
  /** `optional`: sign without a time stamp when no authority answers. */
  timeStamp: 'required' | 'optional';
  at: Date;
  trust: TrustSnapshot;
}

export interface SignedOutput {
  mediaType: MediaType;
  sizeBytes: number;
  /** Of the copy as it was in the memory of the thread that signed and compared it; hexadecimal. */
  sha256: string;
  sandbox: boolean;
  /** The subject of the signing certificate. */
  identity: string;
  certificateNotAfter: Date;
  /** The address of a remote manifest that was removed; null when there was none, or it is still there. */
  discardedAddress: string | null;
  /** Whether it contains the token of a time-stamping authority. */
  stamped: boolean;
}

/** Brings keys, time stamps and the engine's thread together. */
export interface SigningService {
  /**
   * Writes a signed copy of one file.
   * @throws {AppError} SIGNING_FAILED, POST_VERIFY_FAILED, INVALID_FILE_TYPE, MEDIA_PARSE_FAILED, C2PA_PARSE_FAILED, JOB_TIMEOUT, SERVICE_UNAVAILABLE,
   *   RATE_LIMITED
   */
  writeCopy(order: SigningOrder): Promise<SignedOutput>;
  close(): Promise<void>;
}

export interface SigningOptions {
  config: SigningConfig;
  dataDir: string;
  clock: Clock;
  log: Log;
}

/** Opens the keys; errors prevent the start. The threads start with the first file to sign. */
export async function openSigningService({ config, dataDir, clock, log }: SigningOptions): Promise<SigningService> {
  const { allowLoopbackHttp, timeStampTimeoutMs: timeoutMs, timeStampUrls: urls } = config;
  const signers = await openSigners(config, dataDir, clock, log);
  const stamper = urls.length === 0 ? null : createTimeStampClient({ urls, timeoutMs, allowLoopbackHttp, clock, log });
  const responders = new WeakMap<ClaimSigner, OcspClient>();
  const responderOf = (signer: ClaimSigner): OcspClient => {
    const known = responders.get(signer);
    if (known !== undefined) return known;
    const made = createOcspClient({ signerChain: signer.chain, clock, log, allowLoopbackHttp, timeoutMs });
    responders.set(signer, made);
    return made;
  };
  const thumbnailer = createThumbnailer();
  let pool: Promise<AnalysisPool> | null = null;
  // Separate threads: signing needs far more memory than reading, and must not keep verifications waiting.
  const openPool = (): Promise<AnalysisPool> =>
    (pool ??= createAnalysisPool({
      size: config.threads,
      queueMax: PLATFORM_LIMITS.signingQueue,
      engineMemoryBytes: config.memoryBytes,
    }).catch((error: unknown) => {
      // The next file tries again.
      pool = null;
      throw error;
    }));

  return {
    writeCopy: async (order) => {
      try {
        const { signer, sandbox, identity, notAfter } = await signers.forMode(order.mode);
        let stamped = false;
        const stamp = async (data: Uint8Array): Promise<Uint8Array | null> => {
          const token = stamper === null ? null : await stampOr(order, () => stamper.stamp(data));
          stamped = token !== null;
          return token;
        };
        const evidence: ClaimEvidence = {
          stamp: stamper === null ? null : stamp,
          ocspResponse: config.stapleOcsp ? await responderOf(signer).staple() : null,
        };
        const reserveBytes = claimReserveBytes(signer, evidence);
        const { inputPath, mediaType, ...work } = order;
        const threads = await openPool();
        const thumbnail = await thumbnailer.make(inputPath, mediaType);
        const [signed, pixels] = await Promise.all([
          threads.sign({
            ...work,
            countsWaiting: countsWaiting(order),
            path: inputPath,
            thumbnail,
            algorithm: signer.algorithm,
            reserveBytes,
            signClaim: (claim) => signClaim(claim, signer, evidence, reserveBytes),
          }),
          // In its own process, while the thread signs.
          thumbnailer.digestPixels(inputPath, mediaType),
        ]);
        await checkPixels(thumbnailer, pixels, order);
        return { ...signed, sandbox, identity, certificateNotAfter: notAfter, stamped };
      } catch (error) {
        throw signingFailure(error);
      }
    },
    close: async () => {
      await (await pool)?.close();
      await thumbnailer.close();
      await signers.close();
    },
  };
}

async function stampOr(
  { timeStamp }: SigningOrder,
  stamp: () => Promise<{ token: Uint8Array }>,
): Promise<Uint8Array | null> {
  try {
    return (await stamp()).token;
  } catch (error) {
    if (timeStamp === 'optional' && error instanceof TimeStampUnavailableError) return null;
    throw error;
  }
}

/** A failing key store or authority, or a full disk, is ours to fix; everything else is about the file. */
function signingFailure(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  if (cause instanceof SigningError) return fileFailure(cause);
  return cause instanceof AnalysisError ? poolFailure(cause) : new AppError('SIGNING_FAILED', { cause });
}

function fileFailure(cause: SigningError): AppError {
  switch (cause.code) {
    case 'not_signable':
      return new AppError('INVALID_FILE_TYPE', { cause });
    case 'label_unsupported_carrier':
      return new AppError('INVALID_FILE_TYPE', {
        cause,
        details: { reason: 'no_place_for_a_label', rule: 'AIGC-082' },
      });
    case 'media_unreadable':
    case 'label_media_unreadable':
      return new AppError('MEDIA_PARSE_FAILED', { cause });
    case 'label_no_room':
      return new AppError('CONFLICT', { cause, details: { reason: 'no_room_for_a_label' } });
    case 'remote_manifest_found':
      return new AppError('C2PA_PARSE_FAILED', {
        cause,
        details: { reason: 'remote_manifest', credential_integrity_status: 'no_credential' },
      });
    case 'remote_manifest_kept':
      return new AppError('C2PA_PARSE_FAILED', { cause, details: { reason: 'remote_manifest_kept' } });
    case 'unsafe_structure':
      return new AppError('INVALID_FILE_TYPE', { cause, details: { reason: 'unsafe_structure' } });
    case 'output_differs':
      return new AppError('POST_VERIFY_FAILED', { cause });
    case 'label_read_back_failed':
      return new AppError('POST_VERIFY_FAILED', { cause, details: { rule: 'AIGC-081' } });
    case 'output_unwritable':
      return new AppError('SIGNING_FAILED', { cause });
  }
}
