import type { StatusWord } from '../../../shared/statuses.ts';
import { facts, NAME_WIDTH, section, VALUE_X, type Fact } from './blocks.ts';
import { drawCard } from './card.ts';
import { FACES } from './faces.ts';
import type { Part, Sheet } from './sheet.ts';
import { fill, type Source } from './source.ts';

/** The statement, the file it is about, and what it rests on, at a glance. */
export function verdictSection(sheet: Sheet, source: Source): void {
  const { words } = source;
  sheet.row([{ text: 'Revera', face: FACES.brand, tag: 'P' }]);
  sheet.row([{ text: words.title, face: FACES.title, tag: 'H1' }]);
  sheet.space(10);
  drawCard(sheet, source);
  sheet.space(14);
  facts(sheet, questionFacts(source));
  sheet.space(8);
  facts(sheet, fileFacts(source));
  section(sheet, words.evidence.heading, () => {
    sheet.tagged('Table', () => {
      for (const line of evidenceLines(source)) evidenceRow(sheet, line);
    });
  });
}

/** One kind of evidence and what is said of it. */
interface EvidenceLine {
  readonly name: string;
  readonly statements: readonly StatusWord[];
}

function evidenceRow(sheet: Sheet, { name, statements }: EvidenceLine): void {
  sheet.tagged('TR', () => {
    for (const [i, { heading, text }] of statements.entries()) {
      const title: Part[] = i === 0 ? [{ text: name, face: FACES.label, width: NAME_WIDTH, tag: 'TH' }] : [];
      const head: Part[] = [...title, { text: heading, face: FACES.strong, x: VALUE_X, tag: 'TD' }];
      const sentence: Part[] = text === '' ? [] : [{ text, face: FACES.body, x: VALUE_X, tag: 'TD' }];
      const rows = [head, sentence].filter((parts) => parts.length > 0);
      sheet.keepTogether(...rows);
      for (const parts of rows) sheet.row(parts);
      sheet.space(4);
    }
  });
  sheet.space(3);
}

/** The three questions and their answers. */
function questionFacts({ statement, words }: Source): Fact[] {
  return statement.questions.map(({ question, answer, detail }) => ({
    name: question,
    value: detail === null ? answer : fill(words.pair, { name: answer, value: detail }),
    face: FACES.strong,
  }));
}

function fileFacts(source: Source): Fact[] {
  const { words, addresses } = source;
  const { report, result, size_bytes } = source.full;
  return [
    { name: words.file.name, value: source.stated(result.filename || null), face: FACES.strong },
    { name: words.file.mediaType, value: report.file.media_type },
    { name: words.file.declaredAs, value: source.value(report.file.declared_media_type_mismatch) },
    { name: words.file.size, value: fill(words.file.bytes, { bytes: source.number(size_bytes) }) },
    { name: words.file.sha256, value: result.sha256, face: FACES.code },
    { name: words.file.validatedAt, value: source.time(report.validated_at) },
    { name: words.file.result, value: addresses.result },
  ];
}

/** One line for each kind of evidence; for the credential, integrity and trust are two statements. */
function evidenceLines(source: Source): EvidenceLine[] {
  const { words, statuses, full } = source;
  const { evidence } = words;
  const { summary } = full.result;
  const maker = makerOf(source);
  return [
    { name: evidence.declaration, statements: [statuses.declaration[summary.content_declaration]] },
    ...(maker === null ? [] : [{ name: evidence.maker, statements: [{ heading: maker, text: '' }] }]),
    { name: evidence.credential, statements: credentialStatements(source) },
    { name: evidence.label, statements: [labelStatement(source)] },
    { name: evidence.metadata, statements: [metadataStatement(source)] },
    { name: evidence.resolution, statements: [resolutionStatement(source)] },
  ];
}

function makerOf(source: Source): string | null {
  const { summary } = source.full.result;
  const [maker, model] = [source.value(summary.source), source.value(summary.source_model)];
  return maker !== null && model !== null ? fill(source.words.evidence.makerModel, { maker, model }) : (maker ?? model);
}

function credentialStatements({ words, statuses, full }: Source): EvidenceLine['statements'] {
  const { integrity, trust } = words.evidence;
  const { c2pa, credential_integrity_status } = full.result;
  if (full.report.c2pa.state !== 'examined') return [{ ...statuses.unexamined.failed, text: words.credential.failed }];
  const named = (name: string, { heading, text }: StatusWord): StatusWord => ({
    heading: fill(words.pair, { name, value: heading }),
    text,
  });
  return [
    named(integrity, statuses.integrity[credential_integrity_status]),
    named(trust, statuses.trust[c2pa.trust_status]),
  ];
}

function labelStatement(source: Source): StatusWord {
  const { labelAbsent, labelsFound } = source.words.evidence;
  const { items, note } = source.full.result.china_aigc;
  const found = fill(labelsFound, { count: source.number(items.length) });
  const { state } = source.full.report.china_aigc;
  const examined = { heading: items.length === 0 ? labelAbsent : found };
  const { heading } = state === 'examined' ? examined : source.statuses.unexamined[state];
  return { heading, text: source.sentence(note) };
}

function metadataStatement(source: Source): StatusWord {
  const { status, summary } = source.full.result.metadata;
  const { heading, text } = source.statuses.metadata[status];
  return { heading, text: source.sentence(summary ?? text) };
}

function resolutionStatement({ statuses, full }: Source): StatusWord {
  const { status, reasons } = full.result.resolution_integrity;
  const { state } = full.report.resolution_integrity;
  const { heading } = state === 'examined' ? statuses.resolution[status] : statuses.unexamined[state];
  return { heading, text: reasons.join(' ') };
}
