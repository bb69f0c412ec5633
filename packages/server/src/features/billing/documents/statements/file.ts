import { fenFromStored, formatYuan } from '../../../../shared/fen.ts';
import type { Language } from '../../../../shared/language.ts';
import type { PlainDocument } from '../../../../shared/plain-document.ts';
import { csvOf } from '../../../../shared/csv.ts';
import { sizeOf } from './present.ts';
import type { StatementEntry, StatementRow } from './queries.ts';
import { STATEMENT_WORDS } from './words.ts';

/** A statement with all that its files say. */
export interface StatementContent {
  row: StatementRow;
  entries: readonly StatementEntry[];
  /** The name of the organization today. */
  organization: string;
  language: Language;
}

/** The sums above, the entries below. */
export function statementCsv(content: StatementContent): string {
  const { columns } = STATEMENT_WORDS[content.language];
  const titles = [
    columns.time,
    columns.type,
    columns.description,
    columns.source,
    columns.credit,
    columns.debit,
    columns.balance,
    columns.transaction,
  ];
  const lines = content.entries.map((entry) => {
    const { time, type, credit, debit, balance } = cellsOf(entry, content.language);
    return [time, type, entry.memo ?? '', entry.sourceId, credit, debit, balance, entry.transactionId];
  });
  return csvOf([...factsOf(content), [], titles, ...lines]);
}

export function statementDocument(content: StatementContent): PlainDocument {
  const { row, entries, language } = content;
  const { title, columns, note } = STATEMENT_WORDS[language];
  return {
    kind: 'document',
    id: row.id,
    title: `${title} ${row.month}`,
    language,
    madeAt: row.finalized_at.toISOString(),
    facts: factsOf(content).map(([name, value]) => ({ name, value })),
    columns: [
      { title: columns.time, percent: 19 },
      { title: columns.type, percent: 14 },
      { title: columns.source, percent: 28, isCode: true },
      { title: columns.credit, percent: 13 },
      { title: columns.debit, percent: 13 },
      { title: columns.balance, percent: 13 },
    ],
    rows: entries.map((entry) => {
      const { time, type, credit, debit, balance } = cellsOf(entry, language);
      return [time, type, entry.sourceId, credit, debit, balance];
    }),
    note,
  };
}

function factsOf({ row, organization, language }: StatementContent): [name: string, value: string][] {
  const { facts } = STATEMENT_WORDS[language];
  return [
    [facts.id, row.id],
    [facts.organization, organization],
    [facts.month, row.month],
    [facts.opening, formatYuan(fenFromStored(row.opening_fen))],
    [facts.credit, formatYuan(fenFromStored(row.credit_fen))],
    [facts.debit, formatYuan(fenFromStored(row.debit_fen))],
    [facts.closing, formatYuan(fenFromStored(row.closing_fen))],
    [facts.entries, String(row.entry_count)],
    [facts.finalized, timeInChina(row.finalized_at)],
  ];
}

function cellsOf(entry: StatementEntry, language: Language) {
  const size = formatYuan(sizeOf(entry));
  return {
    time: timeInChina(entry.at),
    type: STATEMENT_WORDS[language].kinds[entry.kind],
    credit: entry.amount > 0n ? size : '',
    debit: entry.amount < 0n ? size : '',
    balance: formatYuan(entry.balanceAfter),
  };
}

/** `2026-11-01 00:00:00`: China has had one offset since 1991. */
function timeInChina(at: Date): string {
  return new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
}
