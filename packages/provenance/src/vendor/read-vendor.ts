import { plainText } from '../bytes/plain-text.ts';
import type { RandomAccess } from '../bytes/random-access.ts';
import { findDigitalSourceType } from '../digital-source-types.ts';
import { LIMITS } from '../limits.ts';
import { MediaSource } from '../media/media-source.ts';
import type { MediaType } from '../media/media-types.ts';
import { canReadMetadata } from '../media/read-metadata.ts';
import type { MetadataFindings } from '../media/metadata-item.ts';
import { deviceEvidence } from './cameras.ts';
import { cleanValue } from './clean-value.ts';
import type { MetadataFacts, VendorEvidence, VendorEvidenceKind } from './facts.ts';
import { verifyNovelAi } from './payload/novelai-signature.ts';
import { signedNovelAiComment } from './payload/novelai.ts';
import { readPayloads } from './payload/read-payloads.ts';
import type { TextField } from './text-field.ts';
import { textFieldsOf } from './text-fields.ts';
import { aiSystems, credits, generatorNames, isUnattributed, softwareNames } from './tool-names.ts';

/** Changes with every change of what the reader finds and of its tables. */
const VENDOR_RULES_VERSION = '1.1+2026-11';

/**
 * Who made a file, by its ordinary metadata: cameras, editors and generators that name themselves in the fields they are
 * known to use. Rules are bound to a field and a form; no text is searched for names.
 */
export function readVendor(
  source: RandomAccess,
  mediaType: MediaType,
  { items, problems }: MetadataFindings,
): MetadataFacts {
  const { fields, problems: own } = textFieldsOf(items);
  const sourceTypes = fields.filter(({ role }) => role === 'digital_source_type');
  // Marks that only one program writes come first, names last: the first of a kind decides.
  const evidence = [
    ...readPayloads(fields).map((one) => attested(one, source, mediaType, fields)),
    ...credits(fields),
    ...aiSystems(fields),
    ...sourceTypes.flatMap(sourceTypeEvidence),
    ...generatorNames(fields),
    ...deviceEvidence(fields, items),
    ...softwareNames(fields),
  ];
  return {
    rules_version: VENDOR_RULES_VERSION,
    evidence: firstOfEachKind(unique(evidence)).map(bounded),
    lens: lensOf(fields),
    digital_source_types: termsOf(sourceTypes),
    has_unattributed: evidence.length === 0 && (fields.some(isUnattributed) || items.some(isMakerNote)),
    problems: [...problems, ...own].slice(0, LIMITS.mediaProblems),
    // Unreadable data may have hidden something; a packet that is not XML is simply not a packet.
    is_unreadable: evidence.length === 0 && (problems.length > 0 || !canReadMetadata(mediaType)),
  };
}

/** NovelAI signs its pictures; only where its own marks announce a signature are pixels decoded. */
function attested(
  evidence: VendorEvidence,
  source: RandomAccess,
  mediaType: MediaType,
  fields: readonly TextField[],
): VendorEvidence {
  if (evidence.rule !== 'novelai' || mediaType !== 'image/png') return evidence;
  const signed = signedNovelAiComment(fields);
  return signed === null ? evidence : { ...evidence, attested: verifyNovelAi(MediaSource.of(source), signed) };
}

/** The meaning of IPTC's digital source type for this reader; types that declare no generation only appear in the result. */
function sourceTypeEvidence(field: TextField): VendorEvidence[] {
  const declares = findDigitalSourceType(field.text)?.declares ?? null;
  const kind: VendorEvidenceKind | null =
    declares === 'ai_generated' ? 'generated' : declares === 'ai_edited' ? 'edited' : null;
  if (kind === null) return [];
  const { name, location, offset } = field;
  return [
    {
      rule: 'digital-source-type',
      kind,
      strength: 'high',
      vendor: null,
      model: null,
      field: name,
      location,
      offset,
      attested: null,
    },
  ];
}

function lensOf(fields: readonly TextField[]): string | null {
  return cleanValue(fields.find(({ role }) => role === 'lens')?.text ?? '');
}

function termsOf(fields: readonly TextField[]): string[] {
  return [...new Set(fields.flatMap(({ text }) => findDigitalSourceType(text)?.term ?? []))];
}

/** The same statement in several copies of a field is one piece of evidence. */
function unique(evidence: readonly VendorEvidence[]): VendorEvidence[] {
  const seen = new Set<string>();
  return evidence.filter(({ rule, vendor, model, field }) => {
    const key = JSON.stringify([rule, vendor, model, field]);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

/** A bound for each kind, so that no number of one hides another. */
function firstOfEachKind(evidence: readonly VendorEvidence[]): VendorEvidence[] {
  const taken = new Map<VendorEvidenceKind, number>();
  return evidence.filter(({ kind }) => {
    const before = taken.get(kind) ?? 0;
    taken.set(kind, before + 1);
    return before < LIMITS.vendorEvidenceOfKind;
  });
}

function bounded(evidence: VendorEvidence): VendorEvidence {
  const cut = (text: string | null): string | null =>
    text === null ? null : plainText(text, LIMITS.vendorValueChars * 2);
  return { ...evidence, vendor: cut(evidence.vendor), model: cut(evidence.model) };
}

/** A camera that writes its own maker note but no name. */
function isMakerNote({ kind, key }: { kind: string; key: string | null }): boolean {
  return kind === 'opaque' && key === 'MakerNote';
}
