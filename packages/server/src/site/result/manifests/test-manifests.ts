import type {
  ActionFacts,
  IngredientFacts,
  ManifestFacts,
  ManifestStoreFacts,
  StatusCode,
  StatusCodes,
} from '@revera/provenance';

/** Builders of facts for the tests of what is drawn from them. */

const GOOD = ['claimSignature.validated', 'claimSignature.insideValidity', 'signingCredential.trusted'];

/** `code` or `code @ address` each. */
export function codes(given: Partial<Record<keyof StatusCodes, readonly string[]>> = {}): StatusCodes {
  const entries = (list: readonly string[]): StatusCode[] =>
    list.map((text) => {
      const [code = '', url = null] = text.split(' @ ');
      return { code, url, explanation: null };
    });
  return {
    success: entries(given.success ?? GOOD),
    informational: entries(given.informational ?? []),
    failure: entries(given.failure ?? []),
  };
}

export function manifest(label: string, changes: Partial<ManifestFacts> = {}): ManifestFacts {
  return {
    label,
    claim_version: 2,
    title: `${label}.jpg`,
    format: 'image/jpeg',
    instance_id: `xmp:iid:${label}`,
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
      certificate: {
        subject: 'CN=Signer, O=Example Ltd',
        issuer: 'CN=Issuing CA',
        serial_number: '4711',
        not_before: '2026-01-01T00:00:00.000Z',
        not_after: '2027-01-01T00:00:00.000Z',
      },
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

export function ingredient(label: string | null, changes: Partial<IngredientFacts> = {}): IngredientFacts {
  return { label, title: label, format: null, relationship: 'componentOf', active_manifest: null, ...changes };
}

/** An ingredient with a manifest of its own. */
export function used(active_manifest: string, relationship = 'parentOf', label = 'c2pa.ingredient'): IngredientFacts {
  return ingredient(label, { active_manifest, relationship });
}

export function action(name: string, changes: Partial<ActionFacts> = {}): ActionFacts {
  return {
    action: name,
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

export function store(manifests: ManifestFacts[], changes: Partial<ManifestStoreFacts> = {}): ManifestStoreFacts {
  return {
    kind: 'present',
    validation_state: 'valid',
    active_manifest: manifests[0]?.label ?? '',
    active_codes: manifests[0]?.codes ?? codes(),
    ingredient_deltas: [],
    manifests,
    chain: null,
    claim_signature_sha256: null,
    trust_match: null,
    product: null,
    time_stamp_list: null,
    remote_manifest_url: null,
    store_bytes: 1_000,
    ...changes,
  };
}
