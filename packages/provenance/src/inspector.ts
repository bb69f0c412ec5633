import type { RandomAccess } from './bytes/random-access.ts';
import { compileEngineModule, type BoundedModule } from './c2pa/engine-module.ts';
import { chooseAnchors } from './c2pa/chosen-anchors.ts';
import { signingSettings } from './c2pa/engine-settings.ts';
import type { EmbeddedThumbnail } from './c2pa/embedded-thumbnails.ts';
import { loadEngine, type C2paEngine } from './c2pa/engine.ts';
import { readC2pa, type C2paReading, type PreparedTrust } from './c2pa/read-c2pa.ts';
import { labelsIn } from './label/read-labels.ts';
import { findCover, type Cover } from './media/cover/find-cover.ts';
import { formWithoutPlace } from './media/form-without-place.ts';
import { findMediaType, type MediaType } from './media/media-types.ts';
import { readMetadata } from './media/read-metadata.ts';
import { sniff } from './media/sniff.ts';
import type { Report, Section } from './report.ts';
import { readResolution, type MeasurablePicture, type ResolutionReading } from './resolution/read-resolution.ts';
import { signAsset, SignAssetError, type SignAssetOptions, type SignedAsset } from './sign-asset.ts';
import { listUses } from './trust/list-use.ts';
import { prepareSnapshot } from './trust/prepare-snapshot.ts';
import type { TrustSnapshot } from './trust/trust-list.ts';
import { readVendor } from './vendor/read-vendor.ts';
import { isReadable } from './verdict/readability.ts';
import { ENGINE_VERSION, TOOL_VERSION } from './version.ts';

export interface InspectOptions {
  trust: TrustSnapshot;
  /** The instant to judge at: certificates are valid or expired as of this time. */
  at: Date;
  /** What the caller says the file is. Only a hint: the bytes decide, and a wrong hint is reported. */
  declaredMediaType?: string | undefined;
  /** Whether to look for a cover, for a preview. Default false. */
  findsCover?: boolean;
}

/**
 * All facts of one file. `crjson` is the conformance programme's form of the manifest store, when there is one;
 * `thumbnails` are the pictures inside it: hostile bytes, to be shown as copies only (`Thumbnailer.copyAll`).
 */
export interface Inspection {
  report: Report;
  crjson: string | null;
  thumbnails: EmbeddedThumbnail[];
  /** The picture that a recording or clip carries of itself, as hostile as those; null when it has none, or none was looked for. */
  cover: Cover | null;
  /** A picture whose pixels can be measured, which an analysis pool does. Null: there is none, or it was done. */
  picture: MeasurablePicture | null;
}

export interface Inspector {
  /**
   * Reads one file.
   * @throws {InspectError} `unknown_media_type` when the media type is not known, `nothing_readable` when the type is known but
   * no reader could make anything of the file (see `isReadable`), `engine_unusable` when an earlier file broke the engine: load
   * a new thread.
   */
  inspect(source: RandomAccess, options: InspectOptions): Promise<Inspection>;
  /**
   * Writes a signed copy of one file. On request, a file with a valid credential becomes its own parent.
   * @throws {SignAssetError}
   */
  signAsset(source: RandomAccess, options: SignAssetOptions): Promise<SignedAsset>;
  /** False after the engine trapped. */
  isUsable(): boolean;
  /** Bytes of engine memory in use; never shrinks. */
  memoryBytes(): number;
  /**
   * For the thread's handler of uncaught exceptions: true when the error was a trap of the engine, which then ends the
   * running `inspect` with a fact instead of taking the thread down.
   */
  reportUncaught(error: unknown): boolean;
}

export type InspectErrorCode = 'unknown_media_type' | 'nothing_readable' | 'engine_unusable';

export class InspectError extends Error {
  readonly code: InspectErrorCode;

  constructor(code: InspectErrorCode, options?: ErrorOptions) {
    super(code, options);
    this.name = 'InspectError';
    this.code = code;
  }
}

/**
 * Loads the readers into this thread. Work on one file at a time: the engine holds the thread while it runs, and its clock
 * stands still while it does. For deadlines and bounded memory use an analysis pool.
 */
export async function createInspector(module?: BoundedModule): Promise<Inspector> {
  const engine = await loadEngine(module ?? (await compileEngineModule()));
  const prepare = perSnapshot((trust): PreparedTrust => ({
    snapshot: prepareSnapshot(trust),
    settings: chooseAnchors(trust),
  }));
  const prepareSigning = perSnapshot(signingSettings);
  let usable = true;
  return {
    isUsable: () => usable,
    memoryBytes: () => engine.memoryBytes(),
    reportUncaught: (error) => engine.reportUncaught(error),
    signAsset: async (source, options) => {
      if (!usable) throw new SignAssetError('engine_unusable');
      try {
        return await signAsset(engine, source, options, prepareSigning(options.trust));
      } catch (error) {
        usable = !(error instanceof SignAssetError && error.code === 'engine_crashed');
        throw error;
      }
    },
    inspect: async (source, options) => {
      if (!usable) throw new InspectError('engine_unusable');
      const { inspection, engineUsable } = await inspectWith(engine, prepare(options.trust), source, options);
      usable = engineUsable;
      if (!isReadable(inspection.report)) throw nothingReadable(inspection.report);
      return inspection;
    },
  };
}

function nothingReadable({ c2pa }: Report): InspectError {
  const cause = c2pa.state === 'failed' ? new Error(c2pa.message) : undefined;
  return new InspectError('nothing_readable', { cause });
}

/** Preparing a snapshot's certificates takes tens of milliseconds; the next file usually uses the same snapshot. */
function perSnapshot<Prepared>(make: (trust: TrustSnapshot) => Prepared): (trust: TrustSnapshot) => Prepared {
  let held: { id: string; prepared: Prepared } | null = null;
  return (trust) => {
    if (held?.id !== trust.id) held = { id: trust.id, prepared: make(trust) };
    return held.prepared;
  };
}

async function inspectWith(
  engine: C2paEngine,
  trust: PreparedTrust,
  source: RandomAccess,
  options: InspectOptions,
): Promise<{ inspection: Inspection; engineUsable: boolean }> {
  const mediaType = sniff(source);
  const type = mediaType === null ? undefined : findMediaType(mediaType);
  if (type === undefined) throw new InspectError('unknown_media_type');
  const form = formWithoutPlace(source, type.media_type);
  const hasPlace = type.engine_format !== null && form === null;
  const c2pa = await readC2pa(engine, { source, format: type.engine_format, hasPlace, trust, at: options.at });
  const { picture, ...sections } = otherSections(source, type.media_type);
  const report: Report = {
    report_version: 1,
    tool: { name: 'revera', version: TOOL_VERSION, c2pa_engine: c2pa.engine ?? ENGINE_VERSION },
    validated_at: options.at.toISOString(),
    file: {
      media_type: type.media_type,
      size_bytes: source.size,
      can_embed_credential: hasPlace,
      form_without_place: form,
      declared_media_type_mismatch: mismatch(type.media_type, options.declaredMediaType),
    },
    trust_lists: listUses(options.trust, options.at),
    c2pa: section(c2pa),
    ...sections,
  };
  const { crjson, thumbnails, engineUsable } = c2pa;
  const cover = options.findsCover === true ? coverOf(source, type.media_type) : null;
  return { inspection: { report, crjson, thumbnails, cover, picture }, engineUsable };
}

/** A preview is not worth failing a file for. */
function coverOf(source: RandomAccess, mediaType: MediaType): Cover | null {
  const search = attempt(() => findCover(source, mediaType));
  return search.state === 'examined' ? search.facts : null;
}

function section({ outcome }: C2paReading): Report['c2pa'] {
  return 'facts' in outcome
    ? { state: 'examined', facts: outcome.facts }
    : { state: 'failed', reason: outcome.failure, message: outcome.message };
}

type OtherSections = Pick<Report, 'china_aigc' | 'metadata' | 'resolution_integrity'> & Pick<Inspection, 'picture'>;

/**
 * Labels and vendor metadata are found in the same places, which are read once. The credential is read separately, so a failure
 * of one still leaves the others to report.
 */
function otherSections(source: RandomAccess, mediaType: MediaType): OtherSections {
  const findings = attempt(() => readMetadata(source, mediaType));
  const found = findings.state === 'examined' ? findings.facts : null;
  const resolution = resolutionSection(attempt(() => readResolution(source, mediaType, found)));
  if (findings.state !== 'examined') return { china_aigc: findings, metadata: findings, ...resolution };
  return {
    china_aigc: attempt(() => labelsIn(findings.facts, mediaType)),
    metadata: attempt(() => readVendor(source, mediaType, findings.facts)),
    ...resolution,
  };
}

/** A picture that can be measured is not examined yet. */
function resolutionSection(
  reading: Section<ResolutionReading>,
): Pick<OtherSections, 'resolution_integrity' | 'picture'> {
  if (reading.state !== 'examined') return { resolution_integrity: reading, picture: null };
  const { picture, facts } = reading.facts;
  const examined: Report['resolution_integrity'] =
    facts === null ? { state: 'not_examined' } : { state: 'examined', facts };
  return { resolution_integrity: examined, picture };
}

/** The readers turn anything in a file into findings, so an exception here is our own bug or a disk error. */
function attempt<Facts>(
  read: () => Facts,
): { state: 'examined'; facts: Facts } | { state: 'failed'; reason: 'reader_crashed'; message: string } {
  try {
    return { state: 'examined', facts: read() };
  } catch (error) {
    return { state: 'failed', reason: 'reader_crashed', message: error instanceof Error ? error.message : 'unknown' };
  }
}

/** Only a declaration of another known type is worth reporting: `application/octet-stream` claims nothing. */
function mismatch(found: string, declared: string | undefined): string | null {
  const name = declared?.split(';')[0]?.trim().toLowerCase();
  if (name === undefined || name === found || findMediaType(name) === undefined) return null;
  return name;
}
