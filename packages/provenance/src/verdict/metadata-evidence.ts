import { DIGITAL_SOURCE_TYPES } from '../digital-source-types.ts';
import type { Report } from '../report.ts';
import type { MetadataFacts, VendorEvidence, VendorEvidenceKind } from '../vendor/facts.ts';
import type { LabelEvidence } from './label-evidence.ts';
import { LOOK_ALIKE_NAMES } from './look-alike-names.ts';
import type { ContentDeclaration, MetadataStatus, SourceNames } from './verdict.ts';

/** What ordinary metadata say about a file, as evidence beside a credential and a label. It is never signed. */
export interface MetadataEvidence {
  status: MetadataStatus;
  /** What the result names: the generator, the camera, or the software. */
  vendor: SourceNames | null;
  model: string | null;
  /** The marker that a model generated or changed the content; null when there is none. */
  generation: VendorEvidence | null;
  /** One of the markers is more than a name that anyone can type into a tool field. */
  hasStrongMarker: boolean;
  camera: VendorEvidence | null;
  lens: string | null;
  software: VendorEvidence | null;
  /** A camera and a marker of full generation in one file. */
  isConflicting: boolean;
  /** `ai_generated`, `ai_edited`, what a digital source type declares, or `none`. */
  declaration: ContentDeclaration;
}

/** The facts that the rows are about. */
interface Sides {
  facts: MetadataFacts | null;
  generated: VendorEvidence | null;
  edited: VendorEvidence | null;
  camera: VendorEvidence | null;
  software: VendorEvidence | null;
  label: LabelEvidence;
}

interface Row {
  status: MetadataStatus;
  when(sides: Sides): boolean;
  /** What the status names: the first of these that exists. */
  names(sides: Sides): (VendorEvidence | null)[];
}

/** `metadata.status`, row by row; the first match counts. */
const ROWS: readonly Row[] = [
  {
    status: 'conflicting',
    when: ({ generated, camera }) => generated !== null && camera !== null,
    names: ({ generated, camera }) => [generated, camera],
  },
  { status: 'ai_generated', when: ({ generated }) => generated !== null, names: ({ generated }) => [generated] },
  {
    status: 'ai_edited',
    when: ({ edited }) => edited !== null,
    // The device that made the picture, then the product that only edits; a history of edits names what it was saved with.
    names: ({ edited, camera, software }) =>
      edited?.strength === 'high' ? [camera, edited, software] : [camera, software, edited],
  },
  // This marker belongs to another reader; here it only supplies the name.
  {
    status: 'ai_generated',
    when: ({ label, camera }) => label.declaration === 'ai_generated' && camera === null,
    names: () => [],
  },
  { status: 'captured', when: ({ camera }) => camera !== null, names: ({ camera }) => [camera] },
  { status: 'software', when: ({ software }) => software !== null, names: ({ software }) => [software] },
  { status: 'unattributed', when: ({ facts }) => facts?.has_unattributed === true, names: () => [] },
  { status: 'unreadable', when: ({ facts }) => facts === null || facts.is_unreadable, names: () => [] },
];

/** The part of ordinary metadata in the evidence. */
export function metadataEvidence(section: Report['metadata'], label: LabelEvidence): MetadataEvidence {
  const facts = metadataFacts(section);
  const first = (kind: VendorEvidenceKind): VendorEvidence | null =>
    facts?.evidence.find((one) => one.kind === kind && one.strength !== 'low') ?? null;
  const edited = named(facts, 'edited') ?? first('edited');
  const marking = facts === null || edited !== null ? null : markingOf(label);
  const generated = named(facts, 'generated') ?? first('generated') ?? marking;
  const sides: Sides = { facts, generated, edited, camera: first('captured'), software: first('software'), label };
  const row = ROWS.find((one) => one.when(sides));
  const status = row?.status ?? 'not_found';
  const who = row?.names(sides).find((one) => one !== null && one.vendor !== null) ?? null;
  const isByLabel = status === 'ai_generated' && generated === null;
  const generation = generated ?? edited;
  return {
    status,
    vendor: isByLabel ? label.source : who?.vendor == null ? null : { en: who.vendor, zh: who.vendor },
    model: who?.model ?? null,
    generation,
    hasStrongMarker: facts?.evidence.some(isStrongMarker) ?? false,
    camera: sides.camera,
    lens: facts?.lens ?? null,
    software: sides.software,
    isConflicting: status === 'conflicting',
    declaration: declarationOf(generation, facts),
  };
}

/** The facts of ordinary metadata, or null when nobody looked. */
export function metadataFacts(section: Report['metadata']): MetadataFacts | null {
  return section.state === 'examined' ? section.facts : null;
}

/** The first marker that also says who: a digital source type alone names nobody. */
function named(facts: MetadataFacts | null, kind: VendorEvidenceKind): VendorEvidence | undefined {
  return facts?.evidence.find((one) => one.kind === kind && one.strength !== 'low' && one.vendor !== null);
}

/**
 * A vendor's own record of AI is a statement against interest like any marker. It may concern a single effect in a
 * recording, so it weighs no more than a name.
 */
function markingOf({ marking }: LabelEvidence): VendorEvidence | null {
  if (marking === null) return null;
  const { schema, location, offset } = marking;
  const vendor = LOOK_ALIKE_NAMES[schema].en;
  const rule = `look-alike-${schema}`;
  return {
    rule,
    kind: 'generated',
    strength: 'medium',
    vendor,
    model: null,
    field: location,
    location,
    offset,
    attested: null,
  };
}

function isStrongMarker({ kind, strength }: VendorEvidence): boolean {
  return strength === 'high' && (kind === 'generated' || kind === 'edited');
}

function declarationOf(generation: VendorEvidence | null, facts: MetadataFacts | null): ContentDeclaration {
  if (generation !== null) return generation.kind === 'generated' ? 'ai_generated' : 'ai_edited';
  const terms = facts?.digital_source_types ?? [];
  const declared = terms.map((term) => DIGITAL_SOURCE_TYPES.find((type) => type.term === term)?.declares ?? null);
  return declared.find((one) => one !== null) ?? 'none';
}
