import { judge, presentResult, statementOf, type Language, type Report, type Statement } from '@revera/provenance';

/** What a row says of a result: where it comes from, in our own words, and the report. */
export type Row = readonly [from: string, report: Report];

const HEAD = ['Situation', 'From', 'Heading', '标题', 'Chips', '状态', 'Line', '说明'];

/** The first sentence of each of these results, in both languages, as a table in Markdown. */
export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(([from, report]) => {
    const [en, zh] = [statementIn('en', report), statementIn('zh-CN', report)];
    const cells = [`\`${en.situation}\``, from, en.heading, zh.heading, chips(en), chips(zh), en.line, zh.line];
    return rowOf(cells);
  });
  return [rowOf(HEAD), rowOf(HEAD.map(() => '---')), ...lines].join('\n');
}

function statementIn(language: Language, report: Report): Statement {
  const verdict = judge(report);
  const result = presentResult(report, verdict, { id: 'row', filename: '', sha256: '', language });
  return statementOf({ report, verdict, result }, language);
}

function chips({ chips: list }: Statement): string {
  return list.map(({ text }) => text).join(' · ');
}

function rowOf(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

/** The part of the document between its marks; null when they are missing. */
export function partOf(document: string, name: string): string | null {
  const [begin, end] = marksOf(name);
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  return from < 0 || to < from ? null : document.slice(from + begin.length, to).trim();
}

/** The document with another text between its marks. */
export function withPart(document: string, name: string, text: string): string {
  const part = partOf(document, name);
  const [begin, end] = marksOf(name);
  if (part === null) throw new Error(`docs/statements.md has no marks for its part "${name}"`);
  const from = document.indexOf(begin) + begin.length;
  return `${document.slice(0, from)}\n\n${text}\n\n${document.slice(document.indexOf(end))}`;
}

function marksOf(name: string): readonly [string, string] {
  return [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
}
