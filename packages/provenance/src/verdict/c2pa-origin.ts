import type { C2paFacts, ManifestFacts } from '../c2pa/facts.ts';
import type { Alias, AliasKind } from './c2pa-aliases.ts';
import { lineage, type LineageManifest } from './c2pa-lineage.ts';
import { deviceModel, generativeModel, isDevice } from './c2pa-model.ts';
import { declaresAi, onlyPassesOn, statementOf, type ManifestStatement } from './c2pa-statement.ts';
import { findAlias, findProduct } from './find-alias.ts';
import { plainName } from './generator-name.ts';

/** Who made the content, and with which model, according to the credential. Does not say whether it is valid. */
export interface C2paOrigin {
  source: string | null;
  source_model: string | null;
  /** Label of the manifest that named the source. */
  manifest: string | null;
  /** What named it. */
  by: 'agent' | 'generator' | 'certificate' | 'assertion' | null;
}

const NOBODY: C2paOrigin = { source: null, source_model: null, manifest: null, by: null };

interface Candidate {
  relation: LineageManifest['relation'];
  manifest: ManifestFacts;
  statement: ManifestStatement;
}

/**
 * Walks the content's history and names its maker: the manifest in which AI generated it, else the one that edited it
 * with AI, else the one that begins the history, else the nearest that names anybody. What was placed in the content
 * names it only when AI made that part and nothing else is named.
 */
export function c2paOrigin(facts: C2paFacts): C2paOrigin {
  const candidates = lineage(facts)
    .map(({ manifest, relation }): Candidate => ({ manifest, relation, statement: statementOf(manifest) }))
    .filter(({ manifest, statement }) => !onlyPassesOn(manifest, statement));
  const own = candidates.filter(({ relation }) => relation === 'active' || relation === 'parent');
  const generated = own.filter(({ statement }) => statement.declares === 'ai_generated');
  // An editor or a camera does not answer who generated it, so nobody is named.
  if (generated.length > 0) return firstNamed(generated, facts);
  const edited = own.filter(({ statement }) => statement.declares === 'ai_edited');
  const parts = candidates.filter((candidate) => !own.includes(candidate) && declaresAi(candidate.statement));
  const others = [...own.filter(beginsHistory), ...own];
  // Nor does the camera whose picture was edited with AI, or combined with AI content.
  const isAi = edited.length > 0 || parts.length > 0;
  return firstNamed([...edited, ...(isAi ? others.filter((one) => !isCamera(one)) : others), ...parts], facts);
}

function isCamera({ manifest, statement }: Candidate): boolean {
  if (declaresAi(statement)) return false;
  const naming = nameOf(manifest, statement);
  return naming !== null && isCameraName(naming, statement);
}

function beginsHistory({ manifest, statement }: Candidate): boolean {
  if (statement.declares === 'captured' || statement.action?.action === 'c2pa.created') return true;
  return manifest.actions.length === 0 && !manifest.ingredients.some(({ relationship }) => relationship === 'parentOf');
}

function firstNamed(candidates: readonly Candidate[], facts: C2paFacts): C2paOrigin {
  for (const { manifest, statement } of candidates) {
    const naming = nameOf(manifest, statement);
    if (naming === null) continue;
    const { source, by } = naming;
    return { source, source_model: modelOf(manifest, statement, naming, facts), manifest: manifest.label, by };
  }
  return NOBODY;
}

interface Naming {
  source: string;
  by: Exclude<C2paOrigin['by'], null>;
  /** The row that named it; null when the file's text did. */
  alias: Alias | null;
}

function modelOf(manifest: ManifestFacts, statement: ManifestStatement, naming: Naming, facts: C2paFacts) {
  if (declaresAi(statement)) return generativeModel(manifest, statement) ?? openedModel(manifest, facts);
  return isCameraName(naming, statement) ? deviceModel(manifest, naming.source, naming.alias) : null;
}

function isCameraName({ alias, by }: Naming, { declares }: ManifestStatement): boolean {
  return alias?.kind === 'camera' || by === 'assertion' || declares === 'captured';
}

/**
 * The model of what an editor opened and called its component, as Adobe's do: it is the only ingredient. The model of one
 * part among others, or of a part that was placed, is not the model of the whole.
 */
function openedModel(manifest: ManifestFacts, facts: C2paFacts): string | null {
  const [ingredient, ...others] = manifest.ingredients;
  const isOpened = manifest.actions.some(({ action }) => action === 'c2pa.opened');
  if (!isOpened || facts.kind !== 'present' || ingredient === undefined || others.length > 0) return null;
  const opened = facts.manifests.find(({ label }) => label === ingredient.active_manifest);
  return opened === undefined || isTestSigned(opened) ? null : generativeModel(opened, statementOf(opened));
}

/** Whom one manifest names: agent of its action, claim generator, certificate, assertion, in that order. */
function nameOf(manifest: ManifestFacts, statement: ManifestStatement): Naming | null {
  const product = productOf(manifest);
  const agent = findAlias('agent', statement.action?.software_agent, manifest.signature);
  if (isTestSigned(manifest) || product?.alias?.kind === 'test' || agent?.kind === 'test') return null;
  const engine = agent !== null && NAMING.has(agent.kind) ? agent : null;
  const isBetterKnown =
    product?.alias?.kind === 'editor' || (engine?.model === 'name' && product?.alias?.kind === 'generator');
  // An editor's engine is not the source (Firefly in Photoshop), nor is a model that a known product runs.
  if (engine !== null && !isBetterKnown) return byAlias(engine, 'agent');
  if (product?.alias != null) return NAMING.has(product.alias.kind) ? byAlias(product.alias, 'generator') : null;
  const signers = signersOf(manifest);
  if (signers.some(({ kind }) => !NAMING.has(kind))) return null;
  const signer = signers.find(({ kind }) => kind === 'camera' || (kind === 'generator' && declaresAi(statement)));
  const company = signers.find(({ kind }) => kind === 'editor');
  return (
    (signer === undefined ? null : byAlias(signer, 'certificate')) ??
    byModelAssertion(manifest) ??
    byText(product?.name ?? null, 'generator') ??
    byDevice(manifest, statement) ??
    byText(declaresAi(statement) ? statement.action?.software_agent : null, 'agent') ??
    (company === undefined ? null : byAlias(company, 'certificate'))
  );
}

/** Kinds whose rows name a source. */
const NAMING: ReadonlySet<AliasKind> = new Set(['generator', 'editor', 'camera']);

/** The claim generator without the toolkits that it is built with. */
function productOf({ generators, claim_generator }: ManifestFacts): ReturnType<typeof findProduct> {
  for (const text of new Set([...generators.map(({ name }) => name), claim_generator])) {
    const product = findProduct(text);
    if (product !== null) return product;
  }
  return null;
}

/** Rows for the certificate, the most specific name first. */
function signersOf({ signature }: ManifestFacts): Alias[] {
  const rows = [
    findAlias('cn', signature?.signer, signature),
    findAlias('organization', signature?.signer_organization, signature),
    findAlias('unit', signature?.signer_unit, signature),
  ];
  return rows.filter((row) => row !== null);
}

/** Anyone can sign anything with the certificates that come with toolkits. */
function isTestSigned(manifest: ManifestFacts): boolean {
  return signersOf(manifest).some(({ kind }) => kind === 'test');
}

function byAlias(alias: Alias, by: Naming['by']): Naming | null {
  return alias.source === null ? null : { source: alias.source, by, alias };
}

function byText(text: string | null | undefined, by: Naming['by']): Naming | null {
  const source = plainName(text);
  return source === null ? null : { source, by, alias: null };
}

function byModelAssertion({ naming_assertions, signature }: ManifestFacts): Naming | null {
  for (const assertion of naming_assertions) {
    if (assertion.kind === 'device') continue;
    const text = assertion.kind === 'suno_provenance' ? (assertion.system ?? 'Suno') : assertion.model;
    const alias = findAlias('agent', text, signature);
    if (alias !== null && NAMING.has(alias.kind)) return byAlias(alias, 'assertion');
    if (assertion.kind === 'suno_provenance') return byText('Suno', 'assertion');
  }
  return null;
}

/** A camera that signs with a toolkit and a certificate we do not know still says which it is. */
function byDevice({ naming_assertions, actions }: ManifestFacts, { declares }: ManifestStatement): Naming | null {
  if (declares !== 'captured' && (declares !== null || actions.length > 0)) return null;
  return byText(naming_assertions.find(isDevice)?.make, 'assertion');
}
