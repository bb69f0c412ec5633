import { WasmBuilder } from '@contentauth/c2pa-wasm';
import { CLAIM_SIGNER_PURPOSES, type Authority } from '../authorities/certificate-authority.ts';
import { copyBytes, type Bytes } from '../bytes.ts';
import { signatureAlgorithms } from '../authorities/signature-algorithms.ts';
import { coseReserveBytes, coseSign1, type CoseEvidence } from './cose-sign1.ts';
import { loadEngine, MemoryBlob } from './engine.ts';

/** The digital source types of IPTC (and C2PA's own `empty`) that tests use, by their short names. */
export const digitalSourceTypes = {
  trainedAlgorithmicMedia: iptc('trainedAlgorithmicMedia'),
  compositeWithTrainedAlgorithmicMedia: iptc('compositeWithTrainedAlgorithmicMedia'),
  algorithmicMedia: iptc('algorithmicMedia'),
  algorithmicallyEnhanced: iptc('algorithmicallyEnhanced'),
  digitalCapture: iptc('digitalCapture'),
  computationalCapture: iptc('computationalCapture'),
  digitalCreation: iptc('digitalCreation'),
  composite: iptc('composite'),
  compositeCapture: iptc('compositeCapture'),
  compositeSynthetic: iptc('compositeSynthetic'),
  humanEdits: iptc('humanEdits'),
  screenCapture: iptc('screenCapture'),
  empty: 'http://c2pa.org/digitalsourcetype/empty',
} as const;

function iptc(name: string): string {
  return `http://cv.iptc.org/newscodes/digitalsourcetype/${name}`;
}

/** One action of `c2pa.actions.v2`, in the specification's own member names. */
export interface Action {
  action: string;
  when?: string;
  softwareAgent?: { name: string; version?: string };
  digitalSourceType?: string;
  description?: string;
  parameters?: Readonly<Record<string, unknown>>;
}

export interface Assertion {
  label: string;
  data: unknown;
  kind?: 'Json' | 'Cbor';
}

export interface Ingredient {
  bytes: Uint8Array;
  mediaType: string;
  title?: string;
  /** Default `componentOf`. */
  relationship?: 'parentOf' | 'componentOf' | 'inputTo';
}

export interface SignOptions {
  authority: Authority;
  title?: string;
  /** Default `Revera Testkit 1.0`. */
  claimGenerator?: { name: string; version?: string };
  /**
   * Default: one `c2pa.created` with `digitalCreation`; none with a `parentOf` ingredient, which puts `c2pa.opened`
   * before all others. An empty list leaves the assertion out.
   */
  actions?: readonly Action[];
  /** Assertions besides the actions. */
  assertions?: readonly Assertion[];
  ingredients?: readonly Ingredient[];
  /** The picture of the asset itself, in whatever bytes; default none. */
  thumbnail?: { bytes: Uint8Array; mediaType: string };
  /** Default 2. */
  claimVersion?: 1 | 2;
  /** Time stamp and revocation answers beside the claim signature; default none. */
  evidence?: Pick<CoseEvidence, 'stamp' | 'ocsp'>;
  /** Declares an address of the manifest store in the asset's XMP (`dcterms:provenance`). */
  remoteUrl?: string;
  /** Leaves the manifest store out of the asset. */
  noEmbed?: boolean;
}

export interface SignedMedia {
  asset: Bytes;
  /** The JUMBF bytes of the manifest store, embedded or not. */
  manifestStore: Bytes;
}

const CREATED: Action = { action: 'c2pa.created', digitalSourceType: digitalSourceTypes.digitalCreation };

/** Signs `bytes` and gives back the asset with its manifest store inside. */
export async function signMedia(bytes: Uint8Array, mediaType: string, options: SignOptions): Promise<Bytes> {
  return (await signMediaDetached(bytes, mediaType, options)).asset;
}

/**
 * Signs `bytes` and gives back the asset and the manifest store beside it (for `noEmbed`, and for tests of the store).
 * Nothing is checked after signing, so that assets of bad signers can be made. Rejects with the engine's own error.
 */
export async function signMediaDetached(
  bytes: Uint8Array,
  mediaType: string,
  options: SignOptions,
): Promise<SignedMedia> {
  loadEngine();
  const builder = WasmBuilder.fromJson(JSON.stringify(manifestDefinition(mediaType, options)), SETTINGS);
  try {
    for (const [index, ingredient] of (options.ingredients ?? []).entries()) {
      const { title = 'ingredient', relationship = 'componentOf' } = ingredient;
      const json = JSON.stringify({ title, relationship, instance_id: ingredientId(index) });
      await builder.addIngredientFromBlob(json, ingredient.mediaType, new MemoryBlob(ingredient.bytes));
    }
    const { thumbnail } = options;
    if (thumbnail !== undefined) {
      builder.setThumbnailFromBlob(thumbnail.mediaType, new MemoryBlob(thumbnail.bytes));
    }
    if (options.remoteUrl !== undefined) builder.setRemoteUrl(options.remoteUrl);
    builder.setNoEmbed(options.noEmbed ?? false);
    const evidence = { ...options.evidence, claimVersion: options.claimVersion ?? 2 };
    const reserveSize = await coseReserveBytes(options.authority, evidence);
    const signer = {
      alg: signatureAlgorithms[options.authority.algorithm].engineName,
      reserveSize,
      sign: (claim: Uint8Array) => coseSign1(options.authority, claim, reserveSize, evidence),
    };
    return decodeSigned(await builder.signAndGetManifestBytes(signer, [], mediaType, new MemoryBlob(bytes)));
  } finally {
    builder.free();
  }
}

/**
 * Signs an asset that carries a manifest already, as an editor does: the earlier state becomes the `parentOf`
 * ingredient, `c2pa.opened` comes first, and `actions` follow it.
 */
export async function signEdit(earlier: Uint8Array, mediaType: string, options: SignOptions): Promise<Bytes> {
  const parent: Ingredient = { bytes: earlier, mediaType, title: 'earlier state', relationship: 'parentOf' };
  const ingredients = [parent, ...(options.ingredients ?? [])];
  const actions = options.actions ?? [{ action: 'c2pa.edited', digitalSourceType: digitalSourceTypes.humanEdits }];
  return signMedia(earlier, mediaType, { ...options, ingredients, actions });
}

const SETTINGS = JSON.stringify({
  // Ingredients are validated when they are added, and what is found is written into the manifest.
  trust: { trust_config: CLAIM_SIGNER_PURPOSES.join('\n') },
  verify: { verify_after_sign: false, verify_after_reading: true, remote_manifest_fetch: false, ocsp_fetch: false },
  core: { allowed_network_hosts: [] },
  builder: { thumbnail: { enabled: false } },
});

function manifestDefinition(mediaType: string, options: SignOptions): object {
  const parent = options.ingredients?.findIndex((ingredient) => ingredient.relationship === 'parentOf') ?? -1;
  const opened = { action: 'c2pa.opened', parameters: { ingredientIds: [ingredientId(parent)] } };
  const actions = [...(parent >= 0 ? [opened] : []), ...(options.actions ?? (parent >= 0 ? [] : [CREATED]))];
  return {
    claim_version: options.claimVersion ?? 2,
    claim_generator_info: [options.claimGenerator ?? { name: 'Revera Testkit', version: '1.0' }],
    format: mediaType,
    ...(options.title === undefined ? {} : { title: options.title }),
    assertions: [
      ...(actions.length > 0 ? [{ label: 'c2pa.actions.v2', data: { actions } }] : []),
      ...(options.assertions ?? []),
    ],
  };
}

/** Marks an ingredient in `parameters.ingredientIds` of an action; the engine replaces it with the reference. */
export function ingredientId(index: number): string {
  return `xmp:iid:ingredient-${index}`;
}

function decodeSigned(result: unknown): SignedMedia {
  if (typeof result === 'object' && result !== null && 'asset' in result && 'manifest' in result) {
    const { asset, manifest } = result;
    if (asset instanceof Uint8Array && manifest instanceof Uint8Array) {
      return { asset: copyBytes(asset), manifestStore: copyBytes(manifest) };
    }
  }
  throw new TypeError('The engine signed into a form that is not known here');
}
