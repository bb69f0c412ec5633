import { AppError } from '../../../../shared/app-error.ts';
import type { Language } from '../../../../shared/language.ts';
import type { DocumentServices } from '../services.ts';
import { statementCsv, statementDocument, type StatementContent } from './file.ts';
import { presentEntry, presentStatement } from './present.ts';
import { findStatement, listEntries, nameOfOrganization } from './queries.ts';
import type { StatementFile } from './schemas.ts';
import type { StatementFormat } from './words.ts';

export interface NamedStatement {
  organizationId: string;
  id: string;
  language: Language;
}

/** A statement with its entries. @throws {AppError} NOT_FOUND */
export async function readStatement(
  { db }: Pick<DocumentServices, 'db'>,
  { organizationId, id, language }: NamedStatement,
): Promise<StatementContent> {
  const row = await findStatement(db, organizationId, { id });
  if (row === undefined) throw new AppError('NOT_FOUND');
  const entries = await listEntries(db, row);
  return { row, entries, organization: await nameOfOrganization(db, organizationId), language };
}

export function presentStatementFile(
  { row, entries }: Pick<StatementContent, 'row' | 'entries'>,
  links: DocumentServices['links'],
): StatementFile {
  return { statement: presentStatement(row, links), entries: entries.map(presentEntry) };
}

/** Of the answer with the file. */
export function statementHeaders({ row, language }: StatementContent, format: StatementFormat): Record<string, string> {
  const disposition = `attachment; filename="statement-${row.month}.${format}"`;
  return { 'content-disposition': disposition, ...(format === 'json' ? {} : { 'content-language': language }) };
}

/** The statement as a file for spreadsheets or for filing. */
export async function statementFile(
  { printDocument }: Pick<DocumentServices, 'printDocument'>,
  content: StatementContent,
  format: Exclude<StatementFormat, 'json'>,
): Promise<{ contentType: string; content: string | Uint8Array }> {
  switch (format) {
    case 'csv':
      return { contentType: 'text/csv; charset=utf-8', content: statementCsv(content) };
    case 'pdf':
      return { contentType: 'application/pdf', content: await printDocument(statementDocument(content)) };
  }
}
