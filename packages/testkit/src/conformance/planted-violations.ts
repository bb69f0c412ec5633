import type { CrJson, CrJsonManifest } from './read-crjson.ts';

interface PlantedViolation {
  /** Id of the check that must find it, without `validation:`. */
  id: string;
  what: string;
  /** In a manifest that edits; default: in one that creates. */
  in?: 'edited';
  plant(manifest: CrJsonManifest): void;
  matches?: unknown[];
}

const HUMAN_EDITS = 'http://cv.iptc.org/newscodes/digitalsourcetype/humanEdits';
const ORIGINAL_IMAGE = 'exif.originalPreservationImage';

/** Violations of the rubric of conformance programme 0.2 for specification 2.4. */
export const plantedViolations: readonly PlantedViolation[] = [
  {
    id: 'mandatory_dst_for_perceptible_transformations',
    what: 'an edit without a digital source type',
    plant: (manifest) => actionsOf(manifest).push({ action: 'c2pa.cropped' }),
    matches: ['c2pa.cropped'],
  },
  {
    id: 'mandatory_spec_version',
    what: 'no specVersion',
    plant: (manifest) => Reflect.deleteProperty(claimOf(manifest).claim_generator_info, 'specVersion'),
    matches: ['missing'],
  },
  {
    id: 'mandatory_spec_version',
    what: 'an older specVersion',
    plant: (manifest) => Object.assign(claimOf(manifest).claim_generator_info, { specVersion: '2.3.0' }),
    matches: ['2.3.0'],
  },
  {
    id: 'mandatory_spec_version',
    what: 'a specVersion that is a number',
    plant: (manifest) => Object.assign(claimOf(manifest).claim_generator_info, { specVersion: 2.4 }),
    matches: [2.4],
  },
  {
    id: 'mandatory_all_actions_included',
    what: 'actions that do not say whether they are all',
    plant: (manifest) => Reflect.deleteProperty(assertionOf(manifest, 'c2pa.actions.v2'), 'allActionsIncluded'),
  },
  {
    id: 'no_dst_for_opened_action',
    what: 'opened with a digital source type',
    in: 'edited',
    plant: (manifest) => Object.assign(firstAction(manifest), { digitalSourceType: HUMAN_EDITS }),
    matches: [HUMAN_EDITS],
  },
  {
    id: 'opened_action_ingredient_reference',
    what: 'opened without an ingredient',
    in: 'edited',
    plant: (manifest) => Reflect.deleteProperty(firstAction(manifest), 'parameters'),
  },
  {
    id: 'opened_action_ingredient_reference',
    what: 'opened with two ingredients',
    in: 'edited',
    plant: (manifest) => Object.assign(firstAction(manifest), { parameters: { ingredients: [{}, {}] } }),
  },
  {
    id: 'all_actions_included_opened',
    what: 'opened alone, with actions left out',
    in: 'edited',
    plant(manifest) {
      actionsOf(manifest).splice(1);
      assertionOf(manifest, 'c2pa.actions.v2')['allActionsIncluded'] = false;
    },
  },
  {
    id: 'inception_action_position',
    what: 'another action before created',
    plant: (manifest) => actionsOf(manifest).unshift({ action: 'c2pa.edited', digitalSourceType: HUMAN_EDITS }),
  },
  {
    id: 'inception_action_position',
    what: 'actions that are not among the created assertions',
    plant: (manifest) => claimOf(manifest).created_assertions.splice(0),
  },
  {
    id: 'mandatory_dst_for_created_action',
    what: 'created without a digital source type',
    plant: (manifest) => Reflect.deleteProperty(firstAction(manifest), 'digitalSourceType'),
  },
  ...['c2pa.saved', 'c2pa.color_adjustments', 'c2pa.watermarked'].map((action) => ({
    id: 'no_deprecated_actions',
    what: action,
    plant: (manifest: CrJsonManifest) => actionsOf(manifest).push({ action, digitalSourceType: HUMAN_EDITS }),
    matches: [action],
  })),
  {
    id: 'no_unsupported_actions',
    what: 'an action that C2PA does not define',
    plant: (manifest) => actionsOf(manifest).push({ action: 'c2pa.polished', digitalSourceType: HUMAN_EDITS }),
    matches: ['c2pa.polished'],
  },
  {
    id: 'no_unrecognized_custom_actions',
    what: 'an action of nobody',
    plant: (manifest) => actionsOf(manifest).push({ action: 'polished' }),
    matches: ['polished'],
  },
  {
    id: 'no_unrecognized_custom_action_parameters',
    what: 'a parameter of nobody',
    plant: (manifest) => Object.assign(firstAction(manifest), { parameters: { brush: 3, 'org.example.brush': 3 } }),
    matches: ['brush'],
  },
  ...['stds.exif', 'c2pa.actions', 'c2pa.ingredient.v2'].map((label) => ({
    id: 'no_deprecated_assertions',
    what: label,
    plant: (manifest: CrJsonManifest) => Object.assign(manifest.assertions, { [label]: {} }),
    matches: [label],
  })),
  {
    id: 'no_unsupported_assertions',
    what: 'an assertion that C2PA does not define, once more',
    plant: (manifest) => Object.assign(manifest.assertions, { 'c2pa.notes__1': {}, 'c2pa.ingredient.v3__1': {} }),
    matches: ['c2pa.notes__1'],
  },
  {
    id: 'no_unrecognized_custom_assertions',
    what: 'an assertion of nobody',
    plant: (manifest) => Object.assign(manifest.assertions, { notes: {}, 'org.example.notes': {} }),
    matches: ['notes'],
  },
  {
    id: 'active_manifest_urn',
    what: 'a manifest label of before 2.2',
    plant: (manifest) => Object.assign(manifest, { label: 'urn:uuid:8bb8ad50-ef2f-4f75-b709-a0e302d58019' }),
  },
  {
    id: 'well_formed_success',
    what: 'a malformed part',
    plant: (manifest) => manifest.validationResults?.failure.push({ code: 'assertion.cbor.invalid' }),
    matches: ['assertion.cbor.invalid'],
  },
  {
    id: 'valid_success',
    what: 'a hash that does not match',
    plant: (manifest) => manifest.validationResults?.failure.push({ code: 'assertion.dataHash.mismatch' }),
    matches: ['assertion.dataHash.mismatch'],
  },
  ...['well_formed_data_present', 'well_formed_success', 'valid_data_present', 'valid_success'].map((id) => ({
    id,
    what: 'no validation results',
    plant: (manifest: CrJsonManifest) => Reflect.deleteProperty(manifest, 'validationResults'),
  })),
  {
    id: 'review_ratings_datasource',
    what: 'ratings of a person who reviews',
    plant: (manifest) => {
      const assertion = { reviewRatings: [], dataSource: { type: 'humanEntry.anonymous' } };
      return Object.assign(manifest.assertions, { 'org.example.review': assertion });
    },
  },
  {
    id: 'ingredient_v3_no_active_manifest',
    what: 'results of an ingredient without a manifest',
    in: 'edited',
    plant: (manifest) => Reflect.deleteProperty(assertionOf(manifest, 'c2pa.ingredient.v3'), 'activeManifest'),
  },
  {
    id: 'ingredient_v3_mandatory_validation_results',
    what: 'an ingredient with a manifest and no results',
    in: 'edited',
    plant: (manifest) => Reflect.deleteProperty(assertionOf(manifest, 'c2pa.ingredient.v3'), 'validationResults'),
  },
  {
    id: 'ingredient_relationship_values',
    what: 'a relationship that is not defined',
    in: 'edited',
    plant: (manifest) => Object.assign(assertionOf(manifest, 'c2pa.ingredient.v3'), { relationship: 'siblingOf' }),
    matches: ['siblingOf'],
  },
  {
    id: 'ingredient_v3_choice',
    what: 'an ingredient with a manifest and a digital source type',
    in: 'edited',
    plant: (manifest) => Object.assign(assertionOf(manifest, 'c2pa.ingredient.v3'), { digitalSourceType: HUMAN_EDITS }),
  },
  {
    id: 'no_deprecated_claim_fields',
    what: 'specVersion in the claim',
    plant: (manifest) => Object.assign(claimOf(manifest), { specVersion: '2.4' }),
    matches: ['specVersion in claim'],
  },
  ...[{}, { multiAssetPartIndex: 1, embeddedOriginalPreservationImage: {} }].map((choice) => ({
    id: 'alternative_content_representation_choice',
    what: `an original image with ${Object.keys(choice).length} places`,
    plant: (manifest: CrJsonManifest) => {
      const assertion = { parameters: { type: ORIGINAL_IMAGE, ...choice } };
      return Object.assign(manifest.assertions, { 'c2pa.alternative-content-representation': assertion });
    },
  })),
  {
    id: 'forbidden_labels_in_external_references',
    what: 'actions that lie outside',
    plant: (manifest) => {
      const assertion = { label: 'c2pa.actions.v2', url: 'https://example.org/actions' };
      return Object.assign(manifest.assertions, { 'c2pa.external-reference': assertion });
    },
    matches: ['c2pa.actions.v2'],
  },
  {
    id: 'no_url_in_hashes',
    what: 'a hash with an address',
    plant: (manifest) => Object.assign(assertionOf(manifest, 'c2pa.hash.data'), { url: 'https://example.org/' }),
    matches: ['c2pa.hash.data'],
  },
  {
    id: 'no_box_hash_for_tiff',
    what: 'a TIFF that is hashed by its boxes',
    plant: (manifest) =>
      Object.assign(manifest.assertions, {
        'c2pa.hash.boxes': {},
        'c2pa.asset-type.v2': { 'dc:format': 'image/tiff' },
      }),
    matches: ['c2pa.hash.boxes'],
  },
];

export function activeManifest(document: CrJson): CrJsonManifest {
  return present(document.manifests[0], 'manifest');
}

export function claimOf(manifest: CrJsonManifest): NonNullable<CrJsonManifest['claim.v2']> {
  return present(manifest['claim.v2'], 'claim of version 2');
}

export function assertionOf(manifest: CrJsonManifest, label: string): Record<string, unknown> {
  return present(manifest.assertions[label], label);
}

function actionsOf(manifest: CrJsonManifest): unknown[] {
  const actions: unknown = assertionOf(manifest, 'c2pa.actions.v2')['actions'];
  if (!Array.isArray(actions)) throw new TypeError('the assertion has no actions');
  return actions as unknown[];
}

function firstAction(manifest: CrJsonManifest): object {
  const [action] = actionsOf(manifest);
  if (typeof action !== 'object' || action === null) throw new TypeError('there is no action');
  return action;
}

function present<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new TypeError(`there is no ${what}`);
  return value;
}
