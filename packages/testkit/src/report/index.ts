export * from './report-facts.ts';
export { STATEMENT_CASES } from './statement-cases.ts';
