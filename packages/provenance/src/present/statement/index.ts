export { SITUATIONS, type Situation } from './situations.ts';
export type { Chip, ChipKind, Question, Statement } from './statement.ts';
export { statementOf } from './statement-of.ts';
export type { StatementSource } from './told.ts';
