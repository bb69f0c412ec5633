import { bufferSource, type RandomAccess } from './bytes/random-access.ts';
import { decodeCoseChain } from './c2pa/cose-chain.ts';
import type { C2paEngine } from './c2pa/engine.ts';
import { algorithmDetails, type SignatureAlgorithm } from './c2pa/sign/algorithms.ts';
import { manifestDefinition, PARENT_INGREDIENT, type Declarations } from './c2pa/sign/manifest.ts';
import type { Thumbnail } from './c2pa/sign/thumbnail.ts';
import type { LabelText } from './label/write/label-text.ts';
import { withLabel } from './label/write/write-label.ts';
import { LabelWriteError, type LabelWriteProblem } from './label/write/writer.ts';
import { findMediaType, signingFormat, type MediaType } from './media/media-types.ts';
import { sniff } from './media/sniff.ts';
import { mendCopy, prepareFile, UnsafeFileError } from './signed-copy/prepare-file.ts';
import { ContentUnreadableError, rememberContent } from './signed-copy/remember-content.ts';
import { findRemoteManifest, RemoteManifestKeptError, withoutRemoteManifest } from './signed-copy/remote-manifest.ts';
import type { TrustSnapshot } from './trust/trust-list.ts';

/**
 * What to do with a file whose XMP names a remote manifest: `keep` the address, because it belongs to a credential that becomes
 * the parent; refuse the file; or remove the address.
 */
export type RemoteManifestPolicy = 'keep' | 'refuse' | 'discard';

/** What is signed, and how. Everything but `signClaim` is plain data. */
export interface SignAssetOptions {
  declarations: Declarations;
  /** The file's own credential becomes a `parentOf` ingredient. Only for a file whose credential was found valid. */
  hasParent: boolean;
  remoteManifest: RemoteManifestPolicy;
  thumbnail: Thumbnail | null;
  /** Written into the file before it is signed, so that the hard binding covers it; null to write none. */
  label: LabelText | null;
  trust: TrustSnapshot;
  /** The instant at which a parent is judged. */
  at: Date;
  algorithm: SignatureAlgorithm;
  /** Length of the claim signature; see `claimReserveBytes`. */
  reserveBytes: number;
  /** Signs the claim; see `signClaim` of c2pa/sign/cose.ts. */
  signClaim(claim: Uint8Array): Promise<Uint8Array>;
}

export interface SignedAsset {
  mediaType: MediaType;
  bytes: Uint8Array;
  /** The address of a remote manifest that was removed; null when there was none or it is still there. */
  discardedAddress: string | null;
}

/**
 * - `unknown_media_type`, `not_signable`: the type is not known; no credential is written into this type.
 * - `media_unreadable`: the engine could not make sense of the container.
 * - `remote_manifest_found`: the file names a remote manifest, and the caller wants it refused.
 * - `remote_manifest_kept`: the address of a remote manifest could not be removed.
 * - `unsafe_structure`: the engine would spoil the file, and it cannot be written in a form that it gets right.
 * - `label_…`: the label could not be put into this very file; see `LabelWriteProblem`.
 * - `signer_failed`: `signClaim` threw, or did not return a claim signature of that length; `cause` says why.
 * - `output_differs`: the copy has lost or changed something besides its credential; `cause` says what.
 * - `engine_crashed`, `engine_unusable`: it broke on this file, or on an earlier one.
 */
export type SignAssetErrorCode =
  | 'unknown_media_type'
  | 'not_signable'
  | 'media_unreadable'
  | 'remote_manifest_found'
  | 'remote_manifest_kept'
  | 'unsafe_structure'
  | `label_${LabelWriteProblem}`
  | 'signer_failed'
  | 'output_differs'
  | 'engine_crashed'
  | 'engine_unusable';

export class SignAssetError extends Error {
  readonly code: SignAssetErrorCode;

  constructor(code: SignAssetErrorCode, options?: ErrorOptions) {
    super(code, options);
    this.name = 'SignAssetError';
    this.code = code;
  }
}

/**
 * Writes a credential into a copy of the file. The whole copy is held in memory: bound the size of the input. `settings` are
 * the engine's, made from `options.trust`; see `signingSettings`.
 */
export async function signAsset(
  engine: C2paEngine,
  source: RandomAccess,
  options: SignAssetOptions,
  settings: string,
): Promise<SignedAsset> {
  const mediaType = sniff(source);
  const type = mediaType === null ? undefined : findMediaType(mediaType);
  if (type === undefined) throw new SignAssetError('unknown_media_type');
  const format = signingFormat(type);
  if (format === null) throw new SignAssetError('not_signable');
  const { declarations, hasParent, label } = options;
  const { file: here, address } = heldToPolicy(source, type.media_type, options.remoteManifest);
  const asset = label === null ? here : labelled(here, type.media_type, label);
  const { prepared, finish } = guarded(asset, type.media_type);
  const signer: { failure: unknown } = { failure: null };
  const outcome = await engine.embed(
    prepared,
    {
      format,
      definition: manifestDefinition(declarations, format, hasParent),
      settings,
      // The parent is the file as it came: a label changes it, and would break the binding of its own credential.
      parent: hasParent ? { ingredient: PARENT_INGREDIENT, source } : null,
      thumbnail: options.thumbnail,
      algorithm: algorithmDetails(options.algorithm).engineName,
      reserveBytes: options.reserveBytes,
      signClaim: async (claim) => {
        try {
          return checkedSignature(await options.signClaim(claim), options.reserveBytes);
        } catch (error) {
          // The engine would pass on only its text.
          signer.failure = error;
          throw error;
        }
      },
    },
    options.at,
  );
  switch (outcome.kind) {
    case 'signed':
      finish(outcome.asset);
      return { mediaType: type.media_type, bytes: outcome.asset, discardedAddress: address };
    case 'refused':
      if (signer.failure !== null) throw new SignAssetError('signer_failed', { cause: signer.failure });
      throw new SignAssetError('media_unreadable', { cause: new Error(outcome.message) });
    case 'crashed':
      throw new SignAssetError('engine_crashed', { cause: new Error(outcome.message) });
  }
}

function heldToPolicy(
  source: RandomAccess,
  mediaType: MediaType,
  policy: RemoteManifestPolicy,
): { file: RandomAccess; address: string | null } {
  const unchanged = { file: source, address: null };
  if (policy === 'keep') return unchanged;
  if (policy === 'refuse') {
    if (findRemoteManifest(source, mediaType) === null) return unchanged;
    throw new SignAssetError('remote_manifest_found');
  }
  try {
    return withoutRemoteManifest(source, mediaType) ?? unchanged;
  } catch (error) {
    if (error instanceof RemoteManifestKeptError) throw new SignAssetError('remote_manifest_kept', { cause: error });
    throw error;
  }
}

function labelled(source: RandomAccess, mediaType: MediaType, label: LabelText): RandomAccess {
  try {
    return bufferSource(withLabel(source, mediaType, label));
  } catch (error) {
    if (error instanceof LabelWriteError) throw new SignAssetError(`label_${error.code}`, { cause: error });
    throw error;
  }
}

/** What the engine is given to sign, and what is done to the copy before it is returned. */
function guarded(
  asset: RandomAccess,
  mediaType: MediaType,
): { prepared: RandomAccess; finish: (copy: Uint8Array) => void } {
  try {
    const findDifference = rememberContent(asset, mediaType);
    const prepared = prepareFile(asset, mediaType);
    return {
      prepared,
      finish: (copy) => {
        mendCopy(prepared, copy, mediaType);
        const difference = findDifference(bufferSource(copy));
        if (difference !== null) throw new SignAssetError('output_differs', { cause: new Error(difference) });
      },
    };
  } catch (error) {
    if (error instanceof ContentUnreadableError) throw new SignAssetError('media_unreadable', { cause: error });
    if (error instanceof UnsafeFileError) throw new SignAssetError('unsafe_structure', { cause: error });
    throw error;
  }
}

/** The engine writes whatever it is given, so only readers would notice something that is not a claim signature. */
function checkedSignature(signature: Uint8Array, reserveBytes: number): Uint8Array {
  if (signature.length !== reserveBytes) {
    throw new RangeError(`a claim signature of ${signature.length} bytes, not ${reserveBytes}`);
  }
  decodeCoseChain(signature);
  return signature;
}
