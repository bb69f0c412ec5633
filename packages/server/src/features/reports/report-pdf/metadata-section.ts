import type { VerificationResult } from '@revera/provenance';
import { facts, paragraph, section, table } from './blocks.ts';
import type { Sheet } from './sheet.ts';
import type { Source } from './source.ts';

type EvidenceItem = VerificationResult['metadata']['evidence'][number];

/** What ordinary metadata say about who made the file, field by field. */
export function metadataSection(sheet: Sheet, source: Source): void {
  const { words, statuses } = source;
  const { metadata } = source.full.result;
  const names = words.metadata;
  section(sheet, names.heading, () => {
    paragraph(sheet, source.sentence(metadata.summary ?? statuses.metadata[metadata.status].text));
    if (source.full.report.metadata.state === 'examined' && !metadata.complete) paragraph(sheet, names.incomplete);
    sheet.space(4);
    facts(sheet, [
      { name: names.status, value: statuses.metadata[metadata.status].heading },
      { name: names.vendor, value: source.value(metadata.vendor) },
      { name: names.model, value: source.value(metadata.model) },
      { name: names.sourceTypes, value: source.list(metadata.digital_source_types) },
    ]);
    evidenceRows(sheet, source, metadata.evidence);
  });
}

function evidenceRows(sheet: Sheet, source: Source, evidence: readonly EvidenceItem[]): void {
  if (evidence.length === 0) return;
  const names = source.words.metadata;
  const columns = [
    { title: names.kind, share: 0.15 },
    { title: names.strength, share: 0.11 },
    { title: names.names, share: 0.28 },
    { title: names.field, share: 0.46 },
  ];
  const rows = evidence.map((item) => [
    source.statuses.evidence[item.kind].heading,
    names.strengths[item.strength],
    source.value([item.vendor, item.model].filter((part) => part !== null).join(', ')) || source.words.absent,
    fieldOf(source, item),
  ]);
  sheet.space(4);
  table(sheet, columns, rows);
}

function fieldOf(source: Source, { field, location, rule, attested }: EvidenceItem): string {
  const { attested: words } = source.words.metadata;
  const parts = [field, location, rule, attested === null ? null : words[attested]];
  return source.value(parts.filter((part) => part !== null && part !== '').join(', '));
}
