import type { ActionFacts, C2paFacts, ManifestFacts, ManifestStoreFacts } from '../c2pa/facts.ts';
import type { ContentDeclaration } from './verdict.ts';

/** What the credential declares about how the content came to be, and the action that says so. */
export interface Declaration {
  declaration: ContentDeclaration;
  digital_source_type: string | null;
  /** Software agent of the deciding action. */
  software_agent: string | null;
}

const NO_DECLARATION: Declaration = { declaration: 'none', digital_source_type: null, software_agent: null };

/** Manifests to look through at most when walking from the active manifest to its parents. */
const PARENTS_MAX = 64;

/** IPTC digital source types (last path part, as C2PA 2.x §18.8 lists them) and what they declare. */
const SOURCE_TYPES: ReadonlyMap<string, ContentDeclaration> = new Map<string, ContentDeclaration>([
  ['trainedAlgorithmicMedia', 'ai_generated'],
  ['trainedAlgorithmicData', 'ai_generated'],
  ['compositeWithTrainedAlgorithmicMedia', 'ai_edited'],
  ['compositeSynthetic', 'ai_edited'],
  ['composite', 'composite'],
  ['compositeCapture', 'composite'],
  ['multiFrameComputationalCapture', 'captured'],
  ['computationalCapture', 'captured'],
  ['digitalCapture', 'captured'],
  ['negativeFilm', 'captured'],
  ['positiveFilm', 'captured'],
  ['print', 'captured'],
  ['screenCapture', 'captured'],
  ['virtualRecording', 'captured'],
  ['humanEdits', 'human_edited'],
  ['minorHumanEdits', 'human_edited'],
  ['digitalCreation', 'digital_creation'],
  ['digitalArt', 'digital_creation'],
  ['dataDrivenMedia', 'digital_creation'],
  ['algorithmicMedia', 'digital_creation'],
  ['softwareImage', 'digital_creation'],
]);

/** What decides when several actions declare something: AI first, so that it cannot be hidden behind a later edit. */
const PRECEDENCE: readonly ContentDeclaration[] = [
  'ai_generated',
  'ai_edited',
  'composite',
  'human_edited',
  'captured',
  'digital_creation',
];

/**
 * `c2pa.content_declaration`. Reads the actions of the active manifest and of the manifests it was made from
 * (`parentOf`). A digital source type on an action other than `c2pa.created` speaks of that edit: full generation
 * there means that AI edited the content.
 */
export function c2paDeclaration(facts: C2paFacts): Declaration {
  if (facts.kind !== 'present') return NO_DECLARATION;
  const declared = lineage(facts).flatMap((manifest) => manifest.actions.flatMap(declarationOf));
  for (const declaration of PRECEDENCE) {
    const first = declared.find((candidate) => candidate.declaration === declaration);
    if (first !== undefined) return first;
  }
  return { ...NO_DECLARATION, declaration: 'undeclared' };
}

function declarationOf(action: ActionFacts): Declaration[] {
  const type = action.digital_source_type;
  const meaning = SOURCE_TYPES.get(type?.split('/').at(-1) ?? '');
  if (type === null || meaning === undefined) return [];
  const isEdit = meaning === 'ai_generated' && action.action !== 'c2pa.created';
  return [
    {
      declaration: isEdit ? 'ai_edited' : meaning,
      digital_source_type: type,
      software_agent: action.software_agent,
    },
  ];
}

/** The active manifest and its parents, nearest first. Cycles end the walk. */
function lineage(facts: ManifestStoreFacts): ManifestFacts[] {
  const byLabel = new Map(facts.manifests.map((manifest) => [manifest.label, manifest]));
  const line: ManifestFacts[] = [];
  let next = byLabel.get(facts.active_manifest);
  while (next !== undefined && line.length < PARENTS_MAX && !line.includes(next)) {
    line.push(next);
    const parent = next.ingredients.find((ingredient) => ingredient.relationship === 'parentOf');
    next = parent?.active_manifest == null ? undefined : byLabel.get(parent.active_manifest);
  }
  return line;
}
