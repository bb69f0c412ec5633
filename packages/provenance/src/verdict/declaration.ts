import type { ActionFacts, C2paFacts, ManifestFacts, ManifestStoreFacts } from '../c2pa/facts.ts';
import { findDigitalSourceType, type DigitalSourceType } from '../digital-source-types.ts';
import { LIMITS } from '../limits.ts';
import { lineage, type LineageManifest } from './c2pa-lineage.ts';
import { declaredByAction, DECLARATION_PRECEDENCE, impliedDeclaration } from './c2pa-statement.ts';
import type { ContentDeclaration } from './verdict.ts';

/** What the credential declares about how the content came to be, and the action that says so. */
export interface Declaration {
  declaration: ContentDeclaration;
  digital_source_type: string | null;
  /** From its origin on, every step declares a process without a generative model. */
  rules_out_ai: boolean;
  /** The signer's product may not make the declaration, by the conformance programme's list. */
  is_disallowed: boolean;
}

const AI: ReadonlySet<ContentDeclaration> = new Set(['ai_generated', 'ai_edited']);
const HUMAN: ReadonlySet<ContentDeclaration> = new Set(['captured', 'human_edited', 'digital_creation']);

/** Whether a declaration says that AI made the content, or a part of it. */
export function isAiDeclaration(declaration: ContentDeclaration): boolean {
  return AI.has(declaration);
}

/** Whether a declaration says that people, and not AI, made the content. */
export function isHumanDeclaration(declaration: ContentDeclaration): boolean {
  return HUMAN.has(declaration);
}

interface Statement {
  declaration: ContentDeclaration;
  digital_source_type: string | null;
}

const INCEPTION = new Set(['c2pa.created', 'c2pa.opened']);
const SIGNAL_PREFIX = 'inception:signal_';

/**
 * `c2pa.content_declaration`. Reads the actions of the active manifest, of the manifests it was made from (`parentOf`) and
 * of those that became a part of it. A digital source type on an action other than `c2pa.created` speaks of that edit: full
 * generation there, or in a part, means that AI edited the content.
 */
export function c2paDeclaration(facts: C2paFacts): Declaration {
  const nothing = { digital_source_type: null, rules_out_ai: false, is_disallowed: false };
  if (facts.kind !== 'present') return { declaration: 'none', ...nothing };
  const line = lineage(facts);
  const statements = line.flatMap(statementsOf);
  const first = DECLARATION_PRECEDENCE.map((word) => statements.find(({ declaration }) => declaration === word)).find(
    (statement) => statement !== undefined,
  );
  const isDisallowed = mayNotDeclare(facts);
  return {
    ...(first ?? { ...nothing, declaration: 'undeclared' }),
    rules_out_ai: !isDisallowed && rulesOutAi(line),
    is_disallowed: isDisallowed,
  };
}

function statementsOf({ manifest, relation }: LineageManifest): Statement[] {
  const isWhole = relation === 'active' || relation === 'parent';
  const implied = impliedDeclaration(manifest);
  const statements = [
    ...manifest.actions.flatMap(statementOf),
    ...(implied === null ? [] : [{ declaration: implied, digital_source_type: null }]),
  ];
  // A captured part says nothing about the whole; a generated part does.
  return isWhole
    ? statements
    : statements
        .filter(({ declaration }) => isAiDeclaration(declaration))
        .map((one) => ({ ...one, declaration: 'ai_edited' as const }));
}

function statementOf(action: ActionFacts): Statement[] {
  const declaration = declaredByAction(action);
  return declaration === null ? [] : [{ declaration, digital_source_type: action.digital_source_type }];
}

/** Conservative: an unknown past or part may hide what the credential does not say. */
function rulesOutAi(line: readonly LineageManifest[]): boolean {
  const origin = line.findLast(({ relation }) => relation === 'active' || relation === 'parent');
  if (origin === undefined || line.length >= LIMITS.lineageManifests || line.some(hasUnknownPast)) return false;
  const roots = [origin, ...line.filter(({ relation }) => relation === 'component' || relation === 'input')];
  return roots.every(({ manifest }) => hasCleanOrigin(manifest)) && line.every(({ manifest }) => isClean(manifest));
}

function hasUnknownPast({ unknownPast }: LineageManifest): boolean {
  return unknownPast.parent || unknownPast.input || unknownPast.component;
}

function hasCleanOrigin({ actions }: ManifestFacts): boolean {
  return actions.some((action) => INCEPTION.has(action.action) && sourceTypeOf(action)?.rulesOutAi === true);
}

/** No step declares AI, or a process that may involve it. */
function isClean(manifest: ManifestFacts): boolean {
  if (impliedDeclaration(manifest) !== null) return false;
  return manifest.actions.every((action) => {
    const type = sourceTypeOf(action);
    return type?.declares == null || type.rulesOutAi;
  });
}

/** Products may be listed with declarations that they are not allowed to make (`disallowedSignals`). */
function mayNotDeclare({ product, manifests }: ManifestStoreFacts): boolean {
  const disallowed = new Set(product?.disallowed_inception);
  return (manifests[0]?.signals ?? []).some((signal) => disallowed.has(signal.slice(SIGNAL_PREFIX.length)));
}

function sourceTypeOf({ digital_source_type: type }: ActionFacts): DigitalSourceType | undefined {
  return type === null ? undefined : findDigitalSourceType(type);
}
