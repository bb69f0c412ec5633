import {
  AnalysisError,
  claimReserveBytes,
  createAnalysisPool,
  createThumbnailer,
  signClaim,
  SigningError,
  type AnalysisPool,
  type AnalyzeInput,
  type ClaimEvidence,
  type ClaimSigner,
  type Inspection,
  type Preview,
  type SignedFile,
  type SigningPlan,
  type Thumbnailer,
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
import { ownSources } from './preview-maker.ts';
import { createOcspClient, type OcspClient } from './signer/ocsp-client.ts';
import { openSigners, type CurrentSigner, type Signers } from './signer/open-signers.ts';
import { createTimeStampClient, TimeStampUnavailableError } from './signer/time-stamp-client.ts';

/** How a file is signed: what depends on what is in it. */
export type CopyPlan = Pick<SigningPlan, 'declarations' | 'hasParent' | 'remoteManifest' | 'label'>;

/** One file to sign, and who is asked about it. Bytes in memory are gone from here once a thread reads them. */
export type SigningOrder = AnalyzeInput & SigningTerms;

export interface SigningTerms extends WorkTerms {
  /** Where a picture whose bytes are in memory can be read by the process that decodes it. */
  picturePath?: string | undefined;
  /** Where the signed copy goes; must not exist. */
  outputPath: string;
  /** Whether to make a preview of a picture, or of a cover. Default false. */
  makesPreview?: boolean;
  /** Decides what becomes of the file by what is in it. What it throws ends the work, before anything is written. */
  plan(found: Inspection): Promise<CopyPlan>;
  /** The mode of the requesting key: test keys never reach the production certificate. */
  mode: KeyMode;
  /** `optional`: sign without a time stamp when no authority answers. */
  timeStamp: 'required' | 'optional';
  trust: TrustSnapshot;
}

export interface SignedOutput extends SignedFile {
  sandbox: boolean;
  /** The subject of the signing certificate. */
  identity: string;
  certificateNotAfter: Date;
  /** Whether it contains the token of a time-stamping authority. */
  stamped: boolean;
  /** Of the input, whose pixels and cover the copy has; null when there are none, they cannot be decoded, or none was wanted. */
  preview: Preview | null;
}

/** Brings keys, time stamps and the engine's thread together. */
export interface SigningService {
  /**
   * Inspects one file, writes a signed copy of it as planned, and inspects that.
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

/** A signer, and what goes into the signature beside the claim. */
interface OpenedKey extends CurrentSigner {
  evidence: ClaimEvidence;
  reserveBytes: number;
  /** Whether an authority has stamped the signature. */
  isStamped: () => boolean;
}

/** Opens the keys; errors prevent the start. The threads start with the first file to sign. */
export async function openSigningService({ config, dataDir, clock, log }: SigningOptions): Promise<SigningService> {
  const signers = await openSigners(config, dataDir, clock, log);
  const openKey = createKeyOpener(signers, { config, clock, log });
  const thumbnailer = createThumbnailer();
  // In a process of its own: the pixels of the copy are compared meanwhile.
  const previewer = createThumbnailer();
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
      // While the file is read. That a key cannot be opened is said only of a file that may be signed.
      const opening = openKey(order);
      opening.catch(() => undefined);
      const plan = rememberFailure((found: Inspection) => order.plan(found));
      let beside: Beside = { pixels: Promise.resolve(null), preview: Promise.resolve(null) };
      try {
        const threads = await openPool();
        const signed = await threads.sign({
          ...order,
          countsWaiting: countsWaiting(order),
          at: clock.now(),
          checkAt: () => clock.now(),
          plan: async (found) => {
            const planned = await plan.call(found);
            const { signer, reserveBytes } = await opening;
            const { media_type: mediaType } = found.report.file;
            const path = order.path ?? order.picturePath;
            const thumbnail = path === undefined ? null : await thumbnailer.make(path, mediaType);
            beside = decodeBeside({ thumbnailer, previewer }, { found, path, order });
            return { ...planned, thumbnail, algorithm: signer.algorithm, reserveBytes };
          },
          signClaim: async (claim) => {
            const { signer, evidence, reserveBytes } = await opening;
            return signClaim(claim, signer, evidence, reserveBytes);
          },
        });
        const { outputPath } = order;
        await checkPixels(thumbnailer, await beside.pixels, { outputPath, mediaType: signed.mediaType });
        const { sandbox, identity, notAfter, isStamped } = await opening;
        const stamped = isStamped();
        return { ...signed, sandbox, identity, certificateNotAfter: notAfter, stamped, preview: await beside.preview };
      } catch (error) {
        // What the caller decided, or that it left, is not for us to name.
        if (plan.failure()?.error === error || order.signal?.reason === error) throw error;
        throw signingFailure(error);
      } finally {
        // The picture is read until then, whatever became of the signing.
        await Promise.all([beside.pixels, beside.preview]);
      }
    },
    close: async () => {
      await (await pool)?.close();
      await Promise.all([thumbnailer.close(), previewer.close()]);
      await signers.close();
    },
  };
}

/** What processes of their own make of the picture, or of the cover, while the thread signs. */
interface Beside {
  pixels: Promise<string | null>;
  preview: Promise<Preview | null>;
}

function decodeBeside(
  { thumbnailer, previewer }: Readonly<Record<'thumbnailer' | 'previewer', Thumbnailer>>,
  { found, path, order }: { found: Inspection; path: string | undefined; order: SigningOrder },
): Beside {
  const sources = order.makesPreview === true ? ownSources(found, path ?? null) : [];
  return {
    pixels: path === undefined ? Promise.resolve(null) : thumbnailer.digestPixels(path, found.report.file.media_type),
    preview: previewer.preview(sources),
  };
}

type KeyOpener = (order: SigningOrder) => Promise<OpenedKey>;

function createKeyOpener(
  signers: Signers,
  { config, clock, log }: Pick<SigningOptions, 'config' | 'clock' | 'log'>,
): KeyOpener {
  const { allowLoopbackHttp, timeStampTimeoutMs: timeoutMs, timeStampUrls: urls } = config;
  const stamper = urls.length === 0 ? null : createTimeStampClient({ urls, timeoutMs, allowLoopbackHttp, clock, log });
  const responders = new WeakMap<ClaimSigner, OcspClient>();
  const responderOf = (signer: ClaimSigner): OcspClient => {
    const known = responders.get(signer);
    if (known !== undefined) return known;
    const made = createOcspClient({ signerChain: signer.chain, clock, log, allowLoopbackHttp, timeoutMs });
    responders.set(signer, made);
    return made;
  };
  return async (order) => {
    const current = await signers.forMode(order.mode);
    let stamped = false;
    const stamp = async (data: Uint8Array): Promise<Uint8Array | null> => {
      const token = stamper === null ? null : await stampOr(order, () => stamper.stamp(data));
      stamped = token !== null;
      return token;
    };
    const evidence: ClaimEvidence = {
      stamp: stamper === null ? null : stamp,
      ocspResponse: config.stapleOcsp ? await responderOf(current.signer).staple() : null,
    };
    const reserveBytes = claimReserveBytes(current.signer, evidence);
    return { ...current, evidence, reserveBytes, isStamped: () => stamped };
  };
}

/** Calls it, and remembers what it threw. */
function rememberFailure<Given, Made>(work: (given: Given) => Promise<Made>) {
  let failure: { error: unknown } | undefined;
  const call = (given: Given): Promise<Made> =>
    work(given).catch((error: unknown) => {
      failure = { error };
      throw error;
    });
  return { call, failure: () => failure };
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
