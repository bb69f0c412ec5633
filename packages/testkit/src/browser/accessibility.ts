import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import type { AxeResults } from 'axe-core';

/** WCAG 2.2 up to AA, and what axe holds for good practice. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core finds on the page, a line for each element. Loaded by the debugger, so the page's policy stays as it is. */
export async function findBarriers(page: Page): Promise<string[]> {
  await page.evaluate(source);
  // As a text, because a function would be rewritten by what runs the tests. Where nothing is wrong axe describes one
  // element and not all: the same findings in half the time.
  const options = JSON.stringify({ runOnly: TAGS, resultTypes: ['violations'] });
  const violations = await page.evaluate<AxeResults['violations']>(
    `axe.run(document, ${options}).then((results) => results.violations)`,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}: ${html} ${failureSummary ?? ''}`),
  );
}
