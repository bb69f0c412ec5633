export { documentChores } from './chores.ts';
export { askForInvoice, cancelOwnInvoice } from './invoices/ask.ts';
export { beginInvoice, issueInvoice, redLetterInvoice, rejectInvoice } from './invoices/decide-invoice.ts';
export { presentForOperator, presentInvoice } from './invoices/present.ts';
export { countInvoices, findInvoice, listInvoiceable, listInvoices, type OfferedOrder } from './invoices/queries.ts';
export {
  invoiceBody,
  issueBody,
  ORDERS_MAX,
  rejectBody,
  type AdminInvoice,
  type PresentedInvoice,
} from './invoices/schemas.ts';
export { changeProfile } from './profile/change.ts';
export { presentProfile } from './profile/present.ts';
export { findProfile } from './profile/queries.ts';
export { profileChangeBody, type BillingProfile } from './profile/schemas.ts';
export { documentRoutes } from './routes.ts';
export type { DocumentServices } from './services.ts';
export { makeStatement } from './statements/make.ts';
export { presentStatement } from './statements/present.ts';
export { listStatements, listUnmade } from './statements/queries.ts';
export { presentStatementFile, readStatement, statementFile, statementHeaders } from './statements/read.ts';
export { statementBody, type PresentedStatement, type StatementFile } from './statements/schemas.ts';
export { STATEMENT_FORMATS, STATEMENT_WORDS, type StatementFormat } from './statements/words.ts';
