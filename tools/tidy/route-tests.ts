import { matchBrackets, tokenize, type Token } from '../source/lexer.ts';
import { isTest, type Tree } from '../source/tree.ts';
import type { Violation } from '../source/violation.ts';

/** A route as the server describes it: `method` in capitals, `path` as in OpenAPI, and the errors it may answer. */
export interface DescribedRoute {
  method: string;
  path: string;
  errors: readonly { status: number; code: string }[];
}

/** A group of tests with this in its title walks all routes, and its titles count for each of them. */
const ALL_ROUTES = 'every route';

interface TestTitle {
  title: string;
  /** The titles of the groups around it, outermost first, in one string. */
  groups: string;
}

/**
 * Each pair of a route and a code it declares has a test whose title starts with `<status> <CODE>`, in a group titled
 * with the route (`POST /v1/content/verify`) or with "every route".
 */
export function checkRouteTests(tree: Tree, routes: readonly DescribedRoute[]): Violation[] {
  const titles = tree.paths.filter(isTest).flatMap((path) => testTitles(tokenize(tree.text(path))));
  return routes.flatMap(({ method, path, errors }) =>
    errors.flatMap(({ status, code }) => {
      const start = `${status} ${code}`;
      if (titles.some((test) => test.title.startsWith(start) && covers(test.groups, `${method} ${path}`))) return [];
      const message = `no test titled "${start} …" in a group titled "${method} ${path}" or "${ALL_ROUTES}"`;
      return [{ rule: 'route-tests', path: `${method} ${path}`, line: 0, message }];
    }),
  );
}

function covers(groups: string, route: string): boolean {
  // The end is checked too: `GET /v1/jobs` is not covered by a group titled `GET /v1/jobs/{jid}`.
  return (
    groups.includes(ALL_ROUTES) ||
    `${groups} `
      .split(route)
      .slice(1)
      .some((rest) => /^[^\w/{-]/.test(rest))
  );
}

function testTitles(tokens: readonly Token[]): TestTitle[] {
  const pairs = matchBrackets(tokens);
  const groups: { title: string; end: number }[] = [];
  const titles: TestTitle[] = [];
  for (const [at, token] of tokens.entries()) {
    while (groups.length > 0 && at > (groups.at(-1)?.end ?? 0)) groups.pop();
    if (token.kind !== 'word' || !/^(describe\w*|it|test)$/.test(token.text)) continue;
    const call = findCall(tokens, pairs, at + 1);
    const title = call === null ? undefined : tokens[call + 1];
    if (call === null || (title?.kind !== 'string' && title?.kind !== 'template')) continue;
    if (token.text.startsWith('describe')) groups.push({ title: title.text, end: pairs.get(call) ?? call });
    else titles.push({ title: title.text, groups: groups.map((group) => group.title).join(' > ') });
  }
  return titles;
}

/** The bracket before the title: the last of `it(`, `it.each(rows)(`, `it.skipIf(reason)(`. */
function findCall(tokens: readonly Token[], pairs: ReadonlyMap<number, number>, start: number): number | null {
  let at = start;
  while (tokens[at]?.text === '.') at += 2;
  if (tokens[at]?.text !== '(') return null;
  const close = pairs.get(at);
  return close !== undefined && tokens[close + 1]?.text === '(' ? close + 1 : at;
}
