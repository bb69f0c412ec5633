import type { ActionFacts, ManifestFacts } from '../c2pa/facts.ts';
import { findDigitalSourceType, type SourceDeclaration } from '../digital-source-types.ts';
import { findAlias } from './find-alias.ts';

/** What one manifest says about how the content came to be, and the action that says so. */
export interface ManifestStatement {
  /** Null when it says nothing. */
  declares: SourceDeclaration | null;
  /** The action that declares it, or that made the content when none declares anything. */
  action: ActionFacts | null;
}

/** What decides when several actions declare something: AI first, so that it cannot be hidden behind a later edit. */
export const DECLARATION_PRECEDENCE: readonly SourceDeclaration[] = [
  'ai_generated',
  'ai_edited',
  'composite',
  'human_edited',
  'captured',
  'digital_creation',
];

/**
 * What an action's digital source type declares; null when nothing. On an action other than `c2pa.created` the type
 * describes that edit: full generation there means that AI edited the content.
 */
export function declaredByAction(action: ActionFacts): SourceDeclaration | null {
  const declares = findDigitalSourceType(action.digital_source_type ?? '')?.declares ?? null;
  return declares === 'ai_generated' && action.action !== CREATED ? 'ai_edited' : declares;
}

/**
 * Generation that a manifest states without a digital source type: a generator created the content (Microsoft until
 * 2024), `c2pa.ai_generated_content` says so (Black Forest Labs), or there is `com.suno.provenance`.
 */
export function impliedDeclaration(manifest: ManifestFacts): 'ai_generated' | null {
  if (manifest.actions.some((action) => declaredByAction(action) !== null)) return null;
  const isAsserted = manifest.naming_assertions.some(
    (assertion) =>
      assertion.kind === 'suno_provenance' || (assertion.kind === 'ai_generated_content' && assertion.ai_generated),
  );
  return isAsserted || isCreatedByGenerator(manifest) ? 'ai_generated' : null;
}

export function statementOf(manifest: ManifestFacts): ManifestStatement {
  const declared = manifest.actions.map((action) => ({ action, declares: declaredByAction(action) }));
  const stated = DECLARATION_PRECEDENCE.find((word) => declared.some(({ declares }) => declares === word));
  const deciding = stated === undefined ? declared : declared.filter(({ declares }) => declares === stated);
  const actions = deciding.map(({ action }) => action);
  const action =
    actions.find((candidate) => candidate.action === CREATED) ??
    actions.find((candidate) => candidate.software_agent !== null) ??
    actions[0] ??
    null;
  return { declares: stated ?? impliedDeclaration(manifest), action };
}

export function declaresAi({ declares }: ManifestStatement): boolean {
  return declares === 'ai_generated' || declares === 'ai_edited';
}

/**
 * Whether a manifest only passes content on (C2PA 2.x, actions that change no editorial content): whoever re-signed it did
 * not make it. One that declares something is never passed over.
 */
export function onlyPassesOn(manifest: ManifestFacts, { declares }: ManifestStatement): boolean {
  if (declares !== null) return false;
  if (manifest.is_update_manifest) return true;
  return manifest.actions.length > 0 && manifest.actions.every(({ action }) => NOT_EDITORIAL.has(action));
}

const CREATED = 'c2pa.created';

const NOT_EDITORIAL: ReadonlySet<string> = new Set([
  'c2pa.opened',
  'c2pa.converted',
  'c2pa.transcoded',
  'c2pa.repackaged',
  'c2pa.published',
  'c2pa.resized',
  'c2pa.resized.proportional',
  'c2pa.edited.metadata',
  'c2pa.enhanced',
  'c2pa.watermarked',
  'c2pa.watermarked.bound',
  'c2pa.watermarked.unbound',
  'c2pa.redacted',
]);

/** Microsoft's wording of the action, regardless of the agent. */
const AI_DESCRIPTION = 'ai generated image';

/** A manifest may hold one creation (C2PA 2.x, actions); where a broken one holds more, the first counts. */
function isCreatedByGenerator({ actions, signature }: ManifestFacts): boolean {
  const creation = actions.find(({ action }) => action === CREATED);
  if (creation?.description?.trim().toLowerCase() === AI_DESCRIPTION) return true;
  return findAlias('agent', creation?.software_agent, signature)?.kind === 'generator';
}
