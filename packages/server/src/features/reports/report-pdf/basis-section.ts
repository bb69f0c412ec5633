import { bullets, facts, paragraph, section, subsection, table, type Fact } from './blocks.ts';
import { FACES } from './faces.ts';
import type { Sheet } from './sheet.ts';
import { fill, type Source } from './source.ts';

/** What made the result and when, how to check it again, and what it does not say. */
export function basisSection(sheet: Sheet, source: Source): void {
  const names = source.words.basis;
  section(sheet, names.heading, () => {
    subsection(sheet, names.lists);
    listRows(sheet, source);
    subsection(sheet, names.versions);
    facts(sheet, versionFacts(source));
    subsection(sheet, names.recheck);
    paragraph(sheet, names.recheckText);
    sheet.space(4);
    facts(sheet, [
      { name: names.resultAddress, value: source.addresses.result },
      { name: names.jsonAddress, value: source.addresses.json },
    ]);
    paragraph(sheet, names.retention);
    subsection(sheet, names.meaning);
    bullets(sheet, Object.values(names.meanings));
    sheet.space(8);
    paragraph(sheet, names.escapes, FACES.label);
  });
}

function listRows(sheet: Sheet, source: Source): void {
  const names = source.words.basis;
  const lists = source.full.report.trust_lists;
  if (lists.length === 0) return paragraph(sheet, names.noLists);
  const columns = [
    { title: names.list, share: 0.21 },
    { title: names.certificates, share: 0.14 },
    { title: names.fetched, share: 0.27 },
    { title: names.hash, share: 0.38, face: FACES.cellCode },
  ];
  const rows = lists.map((list) => {
    const count = list.products === undefined ? null : fill(names.products, { count: source.number(list.products) });
    const fetched = [source.time(list.fetched_at), list.using_cached_version ? names.cached : null];
    return [
      names.names[list.name],
      list.available ? (count ?? source.number(list.certificates)) : names.unavailable,
      fetched.filter((part) => part !== null).join(', '),
      list.sha256,
    ];
  });
  return table(sheet, columns, rows);
}

function versionFacts(source: Source): Fact[] {
  const { words, full } = source;
  const { tool, validated_at, china_aigc, metadata } = full.report;
  const names = words.basis;
  return [
    { name: names.tool, value: tool.version },
    { name: names.engine, value: `${tool.c2pa_engine.name} ${tool.c2pa_engine.version}` },
    { name: names.labelParser, value: china_aigc.state === 'examined' ? china_aigc.facts.parser_version : null },
    { name: names.metadataRules, value: metadata.state === 'examined' ? metadata.facts.rules_version : null },
    { name: words.file.validatedAt, value: source.time(validated_at) },
    { name: names.job, value: full.job.id },
    { name: names.jobKind, value: names.kinds[full.job.kind] },
  ];
}
