import { SIGNED_CASES } from './signed-cases.ts';
import type { StatementCase } from './statement-parts.ts';
import { UNSIGNED_CASES } from './unsigned-cases.ts';

/** Every situation of a first sentence, and the combinations that change it: the made rows of docs/statements.md. */
export const STATEMENT_CASES: readonly StatementCase[] = [...SIGNED_CASES, ...UNSIGNED_CASES];
