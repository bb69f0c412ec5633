import type { Report } from '../report.ts';
import type { Verdict } from '../verdict/verdict.ts';
import type { Language } from './language.ts';
import type { MetadataResult } from './verification-result.ts';
import { nameIn, wordNote, words } from './words.ts';

/** Renames what ordinary metadata say and puts it into words. */
export function presentMetadata(report: Report, { metadata }: Verdict, language: Language): MetadataResult {
  const facts = report.metadata.state === 'examined' ? report.metadata.facts : null;
  const vendor = metadata?.vendor ?? null;
  return {
    vendor: vendor === null ? null : nameIn(language, vendor),
    model: metadata?.model ?? null,
    status: metadata?.status ?? 'unreadable',
    summary: metadata === undefined ? words(language).not_examined : wordNote(metadata.note, language).text,
    evidence: (facts?.evidence ?? []).map((one) => ({
      rule: one.rule,
      kind: one.kind,
      strength: one.strength,
      vendor: one.vendor,
      model: one.model,
      field: one.field,
      location: one.location,
      attested: one.attested,
    })),
    digital_source_types: facts?.digital_source_types ?? [],
    complete: facts !== null && facts.problems.length === 0,
  };
}
