import { TOOL_VERSION } from '../../version.ts';
import { CONTENT_TYPES, type ContentType } from './content-types.ts';

/** The edition of the C2PA specification that the manifests follow. */
const SPEC_VERSION = '2.4.0';

/** Marks the parent in the action that opened it; the engine replaces it with the reference. */
const PARENT_ID = 'parent';

/** What the signer declares about an asset. Texts are the caller's: bounded, and stored as they are. */
export interface Declarations {
  contentType: ContentType;
  /** Software that made or changed the content; empty when not declared. */
  generatorName: string;
  generatorVersion: string;
  model: string;
  organization: string;
}

/**
 * The manifest definition of an asset, in the engine's own JSON. With a parent the first action opens it and a second
 * one carries the declaration, because `c2pa.opened` has no digital source type (C2PA 2.4 §18.15).
 */
export function manifestDefinition(declarations: Declarations, format: string, hasParent: boolean): string {
  const declared = {
    digitalSourceType: CONTENT_TYPES[declarations.contentType],
    ...softwareAgent(declarations),
  };
  const actions = hasParent
    ? [
        { action: 'c2pa.opened', softwareAgent: CLAIM_GENERATOR, parameters: { ingredientIds: [PARENT_ID] } },
        { action: 'c2pa.edited', ...declared },
      ]
    : [{ action: 'c2pa.created', ...declared }];
  return JSON.stringify({
    claim_version: 2,
    claim_generator_info: [{ ...CLAIM_GENERATOR, specVersion: SPEC_VERSION, ...declaredBy(declarations) }],
    format,
    assertions: [{ label: 'c2pa.actions.v2', data: { actions, allActionsIncluded: true }, created: true }],
  });
}

/** The earlier state of the asset, as an ingredient. */
export const PARENT_INGREDIENT = JSON.stringify({ relationship: 'parentOf', label: PARENT_ID });

const CLAIM_GENERATOR = { name: 'Revera', version: TOOL_VERSION } as const;

/** The model when one is named, else the software: readers show one name as what made the content. */
function softwareAgent({ generatorName, generatorVersion, model }: Declarations): object {
  if (model !== '') return { softwareAgent: { name: model } };
  if (generatorName === '') return {};
  return { softwareAgent: { name: generatorName, ...(generatorVersion === '' ? {} : { version: generatorVersion }) } };
}

/** Whatever else the caller said, under our own names (`generator-info-map` may be extended). */
function declaredBy({ generatorName, generatorVersion, model, organization }: Declarations): object {
  const words = {
    'revera.generator': generatorName,
    'revera.generator_version': generatorVersion,
    'revera.model': model,
    'revera.organization': organization,
  };
  return Object.fromEntries(Object.entries(words).filter(([, word]) => word !== ''));
}
