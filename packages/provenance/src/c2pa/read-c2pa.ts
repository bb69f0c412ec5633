import { createHash } from 'node:crypto';
import type { RandomAccess } from '../bytes/random-access.ts';
import { LIMITS } from '../limits.ts';
import { findManifestStore } from '../media/manifest-store-bytes.ts';
import { BOX_MEDIA_TYPES } from '../media/media-types.ts';
import type { SectionFailure } from '../report.ts';
import { TIME_STAMP_LIST_NAMES, type TimeStampListName, type TrustMatch } from '../trust/trust-list.ts';
import { matchChain } from '../trust/match-chain.ts';
import { matchProduct } from '../trust/match-product.ts';
import type { PreparedSnapshot } from '../trust/prepare-snapshot.ts';
import { readChainFacts } from './chain-facts.ts';
import { hasTooManyBoxes } from './box-cost.ts';
import { containsManifestStore } from './contains-manifest-store.ts';
import { claimDigests } from './claim-digests.ts';
import { readClaimTimeStamp } from './claim-time-stamp.ts';
import { chainOf } from './cose-chain.ts';
import { decodeCoseSign1 } from './cose-sign1.ts';
import { decodedOrNull } from './decoded-or-null.ts';
import { decodeGenerator, decodeIngredientDeltas, decodeManifests, decodeStatusCodes } from './decode-crjson.ts';
import type { AnchorChoice } from './chosen-anchors.ts';
import { trustUri } from './engine-settings.ts';
import { refusalMeaning } from './engine-errors.ts';
import type { C2paEngine, EngineOutcome } from './engine.ts';
import type {
  C2paFacts,
  ClaimTimeStampFacts,
  ManifestStoreFacts,
  ProductFacts,
  StapledOcspFacts,
  StatusCodes,
  UnreadableReason,
} from './facts.ts';
import { findEmbeddedThumbnails, type EmbeddedThumbnail } from './embedded-thumbnails.ts';
import { decodeManifestStore, findManifestBoxes, type ManifestBoxes } from './jumbf.ts';
import { decodeRecord, decodeText } from './loose-json.ts';
import { hasNamesOf } from './names-in-store.ts';
import { readSignerIdentity } from './signer-identity.ts';
import { readStapledOcsp } from './stapled-ocsp.ts';

/** A trust snapshot prepared once for all files that are judged by it. */
export interface PreparedTrust {
  snapshot: PreparedSnapshot;
  /** The engine's settings for the same lists. */
  settings: AnchorChoice;
}

export interface C2paInput {
  source: RandomAccess;
  /** MIME type for the engine; null when the format has no C2PA embedding. */
  format: string | null;
  /** False when a file of this form cannot hold a credential, whatever its media type. */
  hasPlace: boolean;
  trust: PreparedTrust;
  at: Date;
}

export interface C2paReading {
  outcome: { facts: C2paFacts } | { failure: SectionFailure; message: string };
  /** The conformance programme's form of the whole manifest store; null when there is none to show. */
  crjson: string | null;
  /** Pictures from the manifests, unchanged. */
  thumbnails: EmbeddedThumbnail[];
  engine: { name: string; version: string } | null;
  /** False when the engine trapped and its thread must be replaced. */
  engineUsable: boolean;
}

/** Locates, reads and validates the manifest store of one file. Never throws because of a file's content. */
export async function readC2pa(engine: C2paEngine, input: C2paInput): Promise<C2paReading> {
  if (input.format === null) return reading({ kind: 'absent', remote_manifest_url: null });
  if (hasTooManyBoxes(input.source, input.format)) {
    return { ...NO_STORE, outcome: { failure: 'too_many_parts', message: 'more boxes than are examined' } };
  }
  const outcome = await readStore(engine, input, input.format);
  switch (outcome.kind) {
    case 'read':
      return storeReading(outcome, input.trust, input.at);
    case 'refused':
      return refusedReading(engine, outcome.message, input);
    case 'crashed':
      return { ...brokenReading(input, 'reader_crashed', outcome.message), engineUsable: false };
  }
}

/** When the engine found another store than we did, it reads the file again with all anchors. */
async function readStore(engine: C2paEngine, input: C2paInput, format: string): Promise<EngineOutcome> {
  const { source, at, trust } = input;
  const { settings } = trust;
  const store = source.size > LIMITS.chosenAnchorsFileBytes ? null : findManifestStore(source, format);
  const chosen = store === null ? settings.all : settings.forStore(store);
  const outcome = await engine.read(source, format, chosen, at);
  if (store === null || chosen === settings.all || outcome.kind !== 'read') return outcome;
  return hasNamesOf(store, outcome.store) ? outcome : engine.read(source, format, settings.all, at);
}

function refusedReading(engine: C2paEngine, message: string, input: C2paInput): C2paReading {
  const meaning = refusalMeaning(message);
  switch (meaning.kind) {
    case 'no_manifest_store':
      if (mayHaveBeenTooLarge(engine, input) && containsManifestStore(input.source)) {
        return { ...reading(unreadable('reader_crashed', 'out of memory')), engineUsable: false };
      }
      return reading({ kind: 'absent', remote_manifest_url: meaning.remoteManifestUrl });
    case 'unreadable_store':
      return reading(unreadable(meaning.reason, message, meaning.code));
    case 'unreadable_media':
      return brokenReading(input, 'engine_error', message);
  }
}

/** Files of boxes are read in pieces, however large they are. */
function mayHaveBeenTooLarge(engine: C2paEngine, { source, format }: C2paInput): boolean {
  return format !== null && !BOX_MEDIA_TYPES.has(format) && engine.isShortOfMemory(source.size);
}

/**
 * The engine gave up without saying whether a credential is there. An unreadable credential must not pass for none, nor a
 * broken file for a broken credential, so the bytes are searched for a manifest store. For a file that cannot hold one, the
 * engine's refusal says no more than that.
 */
function brokenReading(
  { source, hasPlace }: C2paInput,
  reason: Extract<UnreadableReason, 'engine_error' | 'reader_crashed'>,
  message: string,
): C2paReading {
  if (containsManifestStore(source)) return reading(unreadable(reason, message));
  if (!hasPlace && reason === 'engine_error') return reading({ kind: 'absent', remote_manifest_url: null });
  const failure = reason === 'reader_crashed' ? 'reader_crashed' : 'media_unreadable';
  return { ...NO_STORE, outcome: { failure, message: decodeText(message) ?? '' } };
}

async function storeReading(
  outcome: Extract<EngineOutcome, { kind: 'read' }>,
  trust: PreparedTrust,
  at: Date,
): Promise<C2paReading> {
  if (outcome.store.length > LIMITS.manifestStoreBytes) return reading(unreadable('too_large', ''));
  const crjson: unknown = JSON.parse(outcome.crjson);
  const report = decodeRecord(JSON.parse(outcome.storeJson));
  const results = decodeRecord(report['validation_results']);
  const manifests = decodeManifests(crjson);
  const activeLabel = decodeText(report['active_manifest']) ?? '';
  const activeCodes = decodeStatusCodes(results['activeManifest']);
  const store = decodedOrNull(() => decodeManifestStore(outcome.store));
  const boxes = store === null ? null : decodedOrNull(() => findManifestBoxes(store, activeLabel) ?? null);
  const signature = boxes?.signature ?? null;
  const { chain, stamp, staple } = await readSigning(boxes, trust.snapshot, at);
  const isTrusted = activeCodes.success.some((entry) => entry.code === 'signingCredential.trusted');
  // Both must agree: the engine on the whole path, and our own search on whose list it ends in.
  const match = isTrusted && chain !== null ? matchChain(chain, trust.snapshot) : null;
  const facts: ManifestStoreFacts = {
    kind: 'present',
    validation_state: decodeState(report['validation_state']),
    active_manifest: activeLabel,
    active_codes: activeCodes,
    ingredient_deltas: decodeIngredientDeltas(results['ingredientDeltas']),
    manifests: activeFirst(manifests, activeLabel).map((manifest) => ({
      ...manifest,
      digests: claimDigests(store, manifest.label),
    })),
    chain: chain === null ? null : readChainFacts(chain, trust.snapshot.parse),
    claim_signature_sha256: signature === null ? null : createHash('sha256').update(signature).digest('hex'),
    trust_match: match,
    product: findProduct(match, chain, trust.snapshot),
    // For a stamp that we read ourselves, the engine's opinion does not count.
    time_stamp_list: stamp === null ? listNamedByEngine(activeCodes) : stamp.list,
    claim_time_stamp: stamp,
    stapled_ocsp: staple,
    remote_manifest_url: null,
    store_bytes: outcome.store.length,
  };
  return {
    outcome: { facts },
    crjson: outcome.crjson.length <= LIMITS.crjsonChars ? outcome.crjson : null,
    thumbnails: store === null ? [] : findEmbeddedThumbnails(store, crjson, activeLabel),
    engine: decodeGenerator(crjson),
    engineUsable: true,
  };
}

interface Signing {
  /** The certificates of the claim signature, leaf first. */
  chain: Uint8Array[] | null;
  stamp: ClaimTimeStampFacts | null;
  staple: StapledOcspFacts | null;
}

/** The content of the claim signature (COSE). None of it is known when our own strict reading of the store fails. */
async function readSigning(boxes: ManifestBoxes | null, trust: PreparedSnapshot, at: Date): Promise<Signing> {
  const { claim = null, signature = null } = boxes ?? {};
  const cose = signature === null ? null : decodedOrNull(() => decodeCoseSign1(signature));
  if (cose === null) return { chain: null, stamp: null, staple: null };
  const chain = decodedOrNull(() => chainOf(cose));
  const stamp = claim === null ? null : await readClaimTimeStamp(claim, cose, trust);
  const isStamped = stamp?.standing === 'listed' || stamp?.standing === 'publicly_rooted';
  const signedAt = isStamped && stamp.time !== null ? new Date(stamp.time) : at;
  return {
    chain,
    stamp,
    staple: await readStapledOcsp(cose, { chain: chain ?? [], at: signedAt, parse: trust.parse }),
  };
}

/** Only certificates of authorities that the C2PA listed are issued against its list of products. */
function findProduct(
  match: TrustMatch | null,
  chain: readonly Uint8Array[] | null,
  { products }: PreparedSnapshot,
): ProductFacts | null {
  const [leaf] = chain ?? [];
  const signer = match?.list === 'c2pa' && leaf !== undefined ? readSignerIdentity(leaf) : null;
  return signer === null ? null : matchProduct(signer, products);
}

/**
 * The list that vouches for a time stamp elsewhere in the store (C2PA 2.x, time-stamp assertion). The engine names it only
 * in the explanation, by the address that engine-settings.ts gave it.
 */
function listNamedByEngine(codes: StatusCodes): TimeStampListName | null {
  const trusted = codes.success.find((entry) => entry.code === 'timeStamp.trusted');
  return TIME_STAMP_LIST_NAMES.find((name) => trusted?.explanation?.endsWith(trustUri(name)) === true) ?? null;
}

/** Anything but the two good words is `invalid`. */
function decodeState(value: unknown): ManifestStoreFacts['validation_state'] {
  if (value === 'Trusted') return 'trusted';
  return value === 'Valid' ? 'valid' : 'invalid';
}

function activeFirst<T extends { label: string }>(manifests: T[], label: string): T[] {
  return [
    ...manifests.filter((manifest) => manifest.label === label),
    ...manifests.filter((manifest) => manifest.label !== label),
  ];
}

function unreadable(reason: UnreadableReason, message: string, code: string | null = null): C2paFacts {
  return { kind: 'unreadable', reason, message: decodeText(message) ?? '', code, remote_manifest_url: null };
}

const NO_STORE = { crjson: null, thumbnails: [], engine: null, engineUsable: true };

function reading(facts: C2paFacts): C2paReading {
  return { ...NO_STORE, outcome: { facts } };
}
