import type { ActionFacts, ManifestFacts, ManifestStoreFacts, StatusCodes } from '@revera/provenance';
import { facts, paragraph, section, subsection, table, type Fact } from './blocks.ts';
import { FACES } from './faces.ts';
import { REPORT_PDF_LIMITS } from './limits.ts';
import type { Sheet } from './sheet.ts';
import { fill, type Source } from './source.ts';

const CODE_KINDS = ['success', 'informational', 'failure'] as const;

/** Every manifest with its contents: who signed it, what was done, what went in. */
export function manifestsSection(sheet: Sheet, source: Source): void {
  const { c2pa } = source.full.report;
  if (c2pa.state !== 'examined' || c2pa.facts.kind !== 'present') return;
  const store = c2pa.facts;
  const { words } = source;
  section(sheet, words.manifests.heading, () => {
    paragraph(sheet, fill(words.manifests.intro, { count: source.number(store.manifests.length) }));
    for (const [i, manifest] of store.manifests.slice(0, REPORT_PDF_LIMITS.manifests).entries()) {
      const name = manifest.label === store.active_manifest ? words.manifests.active : words.manifests.manifest;
      subsection(sheet, fill(name, { number: source.number(i + 1) }));
      manifestFacts(sheet, source, manifest);
      actionRows(sheet, source, manifest.actions);
      ingredientRows(sheet, source, manifest);
      facts(sheet, [
        { name: words.manifests.assertions, value: inOneRow(source, manifest.assertion_labels), face: FACES.code },
        ...codeRows(source, manifest.codes),
      ]);
    }
    const more = store.manifests.length - REPORT_PDF_LIMITS.manifests;
    if (more > 0) paragraph(sheet, fill(words.moreRows, { count: source.number(more) }));
    deltaRows(sheet, source, store);
  });
}

function manifestFacts(sheet: Sheet, source: Source, manifest: ManifestFacts): void {
  const names = source.words.manifests;
  const { signature } = manifest;
  const stamp = signature?.time_stamp ?? null;
  const version = manifest.claim_version === null ? null : String(manifest.claim_version);
  facts(sheet, [
    { name: names.label, value: source.value(manifest.label), face: FACES.code },
    { name: names.title, value: source.value(manifest.title) },
    { name: names.format, value: source.value(manifest.format) },
    { name: names.generator, value: generatorOf(source, manifest) },
    { name: names.claimVersion, value: manifest.is_update_manifest ? join(source, [version, names.update]) : version },
    { name: names.signer, value: join(source, [signature?.signer ?? null, signature?.signer_organization ?? null]) },
    { name: names.algorithm, value: source.value(signature?.algorithm ?? null) },
    {
      name: names.stamp,
      value: stamp === null ? source.words.none : join(source, [source.time(stamp.time), stamp.authority]),
    },
  ]);
  sheet.space(4);
}

function generatorOf(source: Source, manifest: ManifestFacts): string | null {
  const { generator, generator_version } = manifest;
  if (generator === null) return source.value(manifest.claim_generator);
  return source.value(generator_version === null ? generator : `${generator} ${generator_version}`);
}

function actionRows(sheet: Sheet, source: Source, actions: readonly ActionFacts[]): void {
  if (actions.length === 0) return;
  const names = source.words.manifests;
  const columns = [
    { title: names.action, share: 0.27, face: FACES.cellCode },
    { title: names.when, share: 0.2 },
    { title: names.agent, share: 0.22 },
    { title: names.sourceType, share: 0.31 },
  ];
  table(sheet, columns, actionCells(source, actions));
  sheet.space(4);
}

/** Made one by one: of ten thousand actions only those that fit are worded. */
function* actionCells(source: Source, actions: readonly ActionFacts[]): Generator<(string | null)[]> {
  for (const action of actions) {
    const { software_agent: agent, software_agent_version: version } = action;
    yield [
      source.value(action.action),
      source.time(action.when),
      source.value(agent === null ? version : `${agent} ${version ?? ''}`.trim()),
      source.value(action.digital_source_type),
    ];
  }
}

function ingredientRows(sheet: Sheet, source: Source, { ingredients }: ManifestFacts): void {
  if (ingredients.length === 0) return;
  const names = source.words.manifests;
  const columns = [
    { title: names.ingredients, share: 0.36 },
    { title: names.relationship, share: 0.14, face: FACES.cellCode },
    { title: names.format, share: 0.14 },
    { title: names.ownManifest, share: 0.36, face: FACES.cellCode },
  ];
  const shown = ingredients.slice(0, REPORT_PDF_LIMITS.listItems);
  const rows = shown.map((one) => [one.title ?? one.label, one.relationship, one.format, one.active_manifest]);
  table(
    sheet,
    columns,
    rows.map((cells) => cells.map((cell) => source.value(cell))),
  );
  const more = ingredients.length - shown.length;
  if (more > 0) paragraph(sheet, fill(source.words.moreRows, { count: source.number(more) }));
  sheet.space(4);
}

/** What validating the ingredients found that the active manifest had not recorded about them. */
function deltaRows(sheet: Sheet, source: Source, { ingredient_deltas }: ManifestStoreFacts): void {
  const deltas = ingredient_deltas.filter(({ codes }) => CODE_KINDS.some((kind) => codes[kind].length > 0));
  if (deltas.length === 0) return;
  subsection(sheet, source.words.manifests.deltas);
  for (const { ingredient_uri, codes } of deltas) {
    facts(sheet, [
      { name: source.words.manifests.ingredient, value: source.stated(ingredient_uri), face: FACES.code },
      ...codeRows(source, codes),
    ]);
    sheet.space(4);
  }
}

function codeRows(source: Source, codes: StatusCodes): Fact[] {
  return CODE_KINDS.map((kind) => ({
    name: source.words.codes[kind],
    value: inOneRow(source, [...new Set(codes[kind].map(({ code }) => code))]),
    face: FACES.code,
  }));
}

/** For a history that may be long, so that it stays readable. */
function inOneRow(source: Source, values: readonly string[]): string {
  return source.list(values).join(', ');
}

function join(source: Source, parts: readonly (string | null)[]): string | null {
  const stated = parts.filter((part) => part !== null && part !== '');
  return stated.length === 0 ? null : source.value(stated.join(', '));
}
