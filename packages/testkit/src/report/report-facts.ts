import type {
  ActionFacts,
  C2paFacts,
  IngredientFacts,
  LabelFacts,
  LabelSite,
  ManifestFacts,
  ManifestStoreFacts,
  MetadataFacts,
  Report,
  StatusCode,
  StatusCodes,
  TrustListUse,
  VendorEvidence,
} from '@revera/provenance';

/** Builders of facts and of the report they make, each changed as the test wants. */

export function codes(
  failure: readonly string[] = [],
  success: readonly string[] = GOOD,
  informational: readonly string[] = [],
): StatusCodes {
  return { success: entries(success), informational: entries(informational), failure: entries(failure) };
}

const GOOD = ['claimSignature.validated', 'claimSignature.insideValidity', 'assertion.dataHash.match'];

function entries(list: readonly string[]): StatusCode[] {
  return list.map((code) => ({ code, url: null, explanation: null }));
}

export function manifest(changes: Partial<ManifestFacts> = {}): ManifestFacts {
  return {
    label: 'urn:c2pa:active',
    claim_version: 2,
    title: null,
    format: null,
    instance_id: null,
    generator: 'Test Camera',
    generator_version: '1.0',
    claim_generator: null,
    generators: [{ name: 'Test Camera', version: '1.0', model: null }],
    is_update_manifest: false,
    signature: {
      algorithm: 'es256',
      signer: 'Signer',
      signer_organization: 'Example Ltd',
      signer_unit: null,
      certificate: null,
      time_stamp: null,
    },
    actions: [],
    ingredients: [],
    naming_assertions: [],
    assertion_labels: [],
    signals: [],
    codes: codes(),
    ...changes,
  };
}

/** An action of an editor that says nothing more. */
export function action(changes: Partial<ActionFacts> = {}): ActionFacts {
  return {
    action: 'c2pa.edited',
    when: null,
    software_agent: null,
    software_agent_version: null,
    digital_source_type: null,
    description: null,
    from_template: false,
    model_parameters: [],
    ...changes,
  };
}

/** An ingredient of the kind `parentOf` without a manifest of its own. */
export function ingredient(changes: Partial<IngredientFacts> = {}): IngredientFacts {
  return { label: null, title: null, format: null, relationship: 'parentOf', active_manifest: null, ...changes };
}

/** A store that is intact, bound and signed by nobody we know. */
export function store(changes: Partial<ManifestStoreFacts> = {}): ManifestStoreFacts {
  return {
    kind: 'present',
    validation_state: 'valid',
    active_manifest: 'urn:c2pa:active',
    active_codes: codes(),
    ingredient_deltas: [],
    manifests: [manifest()],
    chain: { certificates: [], self_signed: false, links_valid: true },
    claim_signature_sha256: null,
    trust_match: null,
    product: null,
    time_stamp_list: null,
    remote_manifest_url: null,
    store_bytes: 1_000,
    ...changes,
  };
}

export const ABSENT: C2paFacts = { kind: 'absent', remote_manifest_url: null };

export function listUse(name: TrustListUse['name'], changes: Partial<TrustListUse> = {}): TrustListUse {
  return {
    name,
    available: true,
    sha256: 'a'.repeat(64),
    fetched_at: '2026-11-19T00:00:00.000Z',
    certificates: 3,
    using_cached_version: false,
    ...changes,
  };
}

/** What a reader of labels found; nothing when no label is given. */
export function labels(sites: LabelSite[] = [], changes: Partial<LabelFacts> = {}): LabelFacts {
  return { parser_version: '1.0', labels: sites, look_alikes: [], findings: [], problems: [], ...changes };
}

/** What a reader of ordinary metadata found; nothing when no evidence is given. */
export function metadata(evidence: VendorEvidence[] = [], changes: Partial<MetadataFacts> = {}): MetadataFacts {
  return {
    rules_version: '1.0',
    evidence,
    lens: null,
    digital_source_types: [],
    has_unattributed: false,
    problems: [],
    is_unreadable: false,
    ...changes,
  };
}

/** A generator's marker. */
export function marker(changes: Partial<VendorEvidence> = {}): VendorEvidence {
  return {
    rule: 'a-rule',
    kind: 'generated',
    strength: 'high',
    vendor: 'Example Generator',
    model: 'v1',
    field: 'PNG parameters',
    location: 'tEXt',
    offset: 40,
    attested: null,
    ...changes,
  };
}

/** A camera that EXIF names. */
export function camera(changes: Partial<VendorEvidence> = {}): VendorEvidence {
  const exif = { rule: 'camera', kind: 'captured', strength: 'medium', vendor: 'Canon', model: 'EOS R5' } as const;
  return marker({ ...exif, field: 'EXIF Make', location: 'APP1/Exif/IFD0', ...changes });
}

const NO_CODE = { content: 'empty', signature: 'none', algorithm: null, signer: null } as const;

/** A conformant label that says "AI generated". */
export function label(fields: Partial<LabelSite['fields']> = {}, changes: Partial<LabelSite> = {}): LabelSite {
  return {
    carrier: 'xmp',
    location: 'APP1',
    placement: 'standard',
    offset: 20,
    length: 300,
    state: 'decoded',
    form: 'bare',
    deviations: [],
    fields: {
      Label: '1',
      ContentProducer: 'Example AI',
      ProduceID: '42',
      ReservedCode1: '',
      ContentPropagator: 'Example AI',
      PropagateID: '42',
      ReservedCode2: '',
      ...fields,
    },
    extra: [],
    raw: '',
    producer: null,
    propagator: null,
    reserved_code_1: NO_CODE,
    reserved_code_2: NO_CODE,
    findings: [],
    ...changes,
  };
}

export const ALL_LISTS: TrustListUse[] = [listUse('c2pa'), listUse('c2pa_tsa'), listUse('legacy'), listUse('service')];

/** A report on a JPEG without labels and metadata. */
export function report(facts: C2paFacts, lists: TrustListUse[] = ALL_LISTS, changes: Partial<Report> = {}): Report {
  return {
    report_version: 1,
    tool: { name: 'revera', version: '0.0.0', c2pa_engine: { name: 'c2pa-rs', version: '0.0.0' } },
    validated_at: '2026-11-20T00:00:00.000Z',
    file: {
      media_type: 'image/jpeg',
      size_bytes: 1_000,
      can_embed_credential: true,
      declared_media_type_mismatch: null,
    },
    trust_lists: lists,
    c2pa: { state: 'examined', facts },
    china_aigc: { state: 'examined', facts: labels() },
    metadata: { state: 'examined', facts: metadata() },
    resolution_integrity: { state: 'not_examined' },
    ...changes,
  };
}
