import { listRoutes } from '@revera/server';
import { readTree } from './source/tree.ts';
import { reportViolations } from './source/violation.ts';
import { checkTidy } from './tidy/check-tidy.ts';
import { NOT_YET_RAISED } from './tidy/not-yet-raised.ts';

const tree = readTree(process.argv[2] ?? process.cwd());
process.exitCode = reportViolations(
  'tidy',
  tree.paths.length,
  'files',
  checkTidy(tree, { routes: listRoutes(), notYetRaised: NOT_YET_RAISED }),
);
