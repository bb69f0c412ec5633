import type { ManifestFacts, ModelParameterFacts, NamingAssertionFacts } from '../c2pa/facts.ts';
import { LIMITS } from '../limits.ts';
import type { Alias } from './c2pa-aliases.ts';
import { declaresAi, type ManifestStatement } from './c2pa-statement.ts';
import { findAlias, findProduct, restAfter } from './find-alias.ts';
import { plainName } from './generator-name.ts';

/**
 * The generative model that a manifest states; null when it states none. A known parameter of an action comes first, then an
 * agent that is a model, then an assertion. Never a guess from the product's name.
 */
export function generativeModel(manifest: ManifestFacts, statement: ManifestStatement): string | null {
  if (!declaresAi(statement)) return null;
  const actions = statement.action === null ? manifest.actions : [statement.action, ...manifest.actions];
  const parameters = actions.flatMap((action) => action.model_parameters);
  return (
    firstName(parameters, parameterModel) ??
    agentModel(manifest, statement) ??
    assertedModel(manifest) ??
    firstName(manifest.generators, ({ model }) => modelText(model))
  );
}

/** The device that a camera's manifest states, without its maker where `source` is the maker; null when there is none. */
export function deviceModel(manifest: ManifestFacts, source: string, alias: Alias | null): string | null {
  const device = manifest.naming_assertions.find(isDevice);
  const model = modelText(device?.model);
  if (model !== null) return modelText(withMaker(model, plainName(device?.make), source));
  if (alias?.model !== 'generator') return null;
  const product = firstName([...manifest.generators.map(({ name }) => name), manifest.claim_generator], findProduct);
  return product === null ? null : modelText(withoutWord(product.name, source));
}

export function isDevice(
  assertion: NamingAssertionFacts,
): assertion is Extract<NamingAssertionFacts, { kind: 'device' }> {
  return assertion.kind === 'device';
}

function firstName<Item, Found>(items: readonly Item[], find: (item: Item) => Found | null): Found | null {
  for (const item of items) {
    const found = find(item);
    if (found !== null) return found;
  }
  return null;
}

function parameterModel({ key, value }: ModelParameterFacts): string | null {
  return key.endsWith('firefly.version') ? fireflyModel(value) : modelText(value);
}

/** Adobe writes build names: the generation is inside them, as in `firefly_v4`, or at the start, as in `image5`. */
function fireflyModel(value: string): string | null {
  const generation = /firefly_v(\d{1,2})(?!\d)/i.exec(value)?.[1] ?? /^image(\d{1,2})(?!\d)/i.exec(value)?.[1];
  if (generation !== undefined) return `Firefly Image ${generation}`;
  return /^\d{1,3}(?:\.\d{1,3}){0,3}$/.test(value) ? `Firefly ${value}` : null;
}

function agentModel(manifest: ManifestFacts, { action }: ManifestStatement): string | null {
  const agent = action?.software_agent ?? null;
  const alias = findAlias('agent', agent, manifest.signature);
  if (agent === null || alias === null) return null;
  if (alias.model === 'rest') return modelText(restAfter(alias, agent));
  if (alias.model !== 'name') return null;
  const name = modelText(agent) ?? alias.text;
  const version = plainName(action?.software_agent_version);
  const isVersion = version !== null && /^v?\d[\w.+-]{0,15}$/i.test(version) && !name.includes(version);
  return modelText(isVersion ? `${name} ${version}` : name);
}

function assertedModel({ naming_assertions, generators }: ManifestFacts): string | null {
  return firstName(naming_assertions, (assertion) => {
    if (assertion.kind === 'ai_generated_content') return modelText(assertion.model);
    if (assertion.kind === 'suno_provenance') return sunoModel(assertion.version ?? generators[0]?.version ?? null);
    return null;
  });
}

/** Suno names its models `chirp-` and an animal, and publishes them with numbers. */
const SUNO_MODELS: ReadonlyMap<string, string> = new Map([
  ['auk', 'v4.5'],
  ['bluejay', 'v4.5+'],
  ['crow', 'v5'],
  ['fenix', 'v5.5'],
  ['hawk', 'v6'],
  ['goose', 'v6-mini'],
  ['bass', 'remaster'],
  ['carp', 'remaster'],
  ['flounder', 'remaster'],
]);

function sunoModel(version: string | null): string | null {
  const text = modelText(version);
  const codename = /^chirp-([\w-]+)$/i.exec(text ?? '')?.[1]?.toLowerCase();
  if (codename === undefined) return text;
  const number = /^v(\d)(?:-(\d))?$/.exec(codename);
  if (number !== null) return number[2] === undefined ? `v${number[1]}` : `v${number[1]}.${number[2]}`;
  return SUNO_MODELS.get(codename) ?? text;
}

/** A model's name as it may be shown; null when it is too long, or holds markup or data. */
function modelText(value: string | null | undefined): string | null {
  const name = plainName(value, LIMITS.factNameChars);
  const isModel =
    name !== null && name.length <= LIMITS.sourceNameChars && /^[\p{L}\p{M}\p{N} ._·+:()[\]/-]+$/u.test(name);
  return isModel ? name : null;
}

/** `NIKON Z 9` of Nikon is `Z 9`; a Pixel 5 in an app of another maker stays a `Google Pixel 5`. */
function withMaker(model: string, make: string | null, source: string): string {
  const bare = make === null ? model : withoutWord(model, make);
  const isOwn = make === null || firstWord(make) === firstWord(source);
  return isOwn ? withoutWord(bare, firstWord(source)) : `${make} ${bare}`;
}

function withoutWord(text: string, word: string): string {
  const rest = text.toLowerCase().startsWith(word.toLowerCase()) ? text.slice(word.length) : text;
  return /^[\s_-]/.test(rest) ? rest.slice(1).trim() : text;
}

function firstWord(text: string): string {
  return text.split(' ')[0]?.toLowerCase() ?? '';
}
