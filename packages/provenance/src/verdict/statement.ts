import type { CredentialEvidence } from './credential-evidence.ts';
import { isAiDeclaration, isHumanDeclaration } from './declaration.ts';
import type { Evidence } from './evidence.ts';
import type { MetadataEvidence } from './metadata-evidence.ts';
import type { ContentDeclaration, SourceNames } from './verdict.ts';

/** What one piece of evidence says by itself: how the content came to be, who made it, and with which model. */
export interface Statement {
  declaration: ContentDeclaration;
  names: SourceNames | null;
  model: string | null;
}

/**
 * The one statement that the summary repeats: never the declaration of one piece of evidence with the maker of another. AI
 * first, no matter where it is said, so that it cannot be hidden behind other evidence; among what says so the strongest, as
 * a credential tells edited from generated. Then any other declaration, then a name alone, such as a camera's.
 */
export function leadingStatement(evidence: Evidence): Statement {
  const all = statements(evidence);
  return (
    all.find(({ declaration }) => isAiDeclaration(declaration)) ??
    all.find(({ declaration }) => declaration !== 'none' && declaration !== 'undeclared') ??
    nameAlone(all)
  );
}

/** When nobody declares anything: who is named, and whether there was a credential to say more. */
function nameAlone(all: readonly Statement[]): Statement {
  const { names, model } = all.find((one) => one.names !== null) ?? { names: null, model: null };
  return { declaration: all.some((one) => one.declaration === 'undeclared') ? 'undeclared' : 'none', names, model };
}

/**
 * A trusted signer says that people made the content, and a generator's marker lies in the file that it signed: neither
 * outweighs the other (vendor-metadata rules, case P20).
 */
export function metadataContradictTrusted({ credential, metadata }: Evidence): boolean {
  return credential.isTrusted && isHumanDeclaration(credential.declaration) && metadata.generation !== null;
}

/** In order of strength: a credential that counts, a label, anything else that is unsigned or no better. */
function statements(evidence: Evidence): Statement[] {
  const { credential, label, metadata } = evidence;
  const byCredential = credentialStatement(credential);
  const byLabel = { declaration: label.declaration, names: label.source, model: null };
  const byMetadata = metadataStatement(metadata);
  if (credential.weight === 'declared') return [byLabel, byCredential, byMetadata];
  if (credential.weight === 'none') return [byLabel, byMetadata];
  // What the trusted signer said remains the statement; the contradiction is reported beside it.
  return metadataContradictTrusted(evidence) ? [byCredential, byLabel] : [byCredential, byLabel, byMetadata];
}

function credentialStatement({ declaration, source, model }: CredentialEvidence): Statement {
  return { declaration, names: source === null ? null : { en: source, zh: source }, model };
}

/** For a marker, what it names, never the camera beside it. */
function metadataStatement({ declaration, generation, camera }: MetadataEvidence): Statement {
  const { vendor, model } = generation ?? camera ?? { vendor: null, model: null };
  return {
    declaration,
    names: vendor === null ? null : { en: vendor, zh: vendor },
    model: vendor === null ? null : model,
  };
}
