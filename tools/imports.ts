import { checkImports } from './imports/check-imports.ts';
import { readTree } from './source/tree.ts';
import { reportViolations } from './source/violation.ts';

const { files, violations } = checkImports(readTree(process.argv[2] ?? process.cwd()));
process.exitCode = reportViolations('imports', files, 'source files', violations);
