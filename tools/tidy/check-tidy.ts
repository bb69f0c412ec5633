import type { Tree } from '../source/tree.ts';
import type { Violation } from '../source/violation.ts';
import { checkBannedText } from './banned-text.ts';
import type { Check } from './check.ts';
import { checkDependencyTable, checkDownloadAddresses, checkEngines } from './dependencies.ts';
import { checkChangelog, checkDecisions, checkReadme } from './documents.ts';
import { checkErrorCodes } from './error-codes.ts';
import { checkFunctionLength } from './function-length.ts';
import { checkRouteTests, type DescribedRoute } from './route-tests.ts';

const CHECKS: readonly Check[] = [
  checkFunctionLength,
  checkBannedText,
  checkEngines,
  checkDownloadAddresses,
  checkDependencyTable,
  checkDecisions,
  checkReadme,
  checkChangelog,
];

/** What the tree itself does not say: the routes that the server registers and the codes of areas to come. */
export interface TidyFacts {
  routes: readonly DescribedRoute[];
  notYetRaised: Readonly<Record<string, string>>;
}

/** Every rule of the repository that no compiler or linter knows. */
export function checkTidy(tree: Tree, { routes, notYetRaised }: TidyFacts): Violation[] {
  return [
    ...CHECKS.flatMap((check) => check(tree)),
    ...checkErrorCodes(tree, notYetRaised),
    ...checkRouteTests(tree, routes),
  ];
}
