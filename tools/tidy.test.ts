import { describe, expect, it } from 'vitest';
import { tokenize } from './source/lexer.ts';
import { withPlantedTree } from './source/plant-tree.ts';
import { readTree } from './source/tree.ts';
import { reportViolations, type Violation } from './source/violation.ts';
import { checkTidy } from './tidy/check-tidy.ts';
import { checkErrorCodes } from './tidy/error-codes.ts';
import { measureFunctions } from './tidy/function-length.ts';
import { rangeAccepts } from './tidy/node-range.ts';
import { checkRouteTests, type DescribedRoute } from './tidy/route-tests.ts';

const TABLE = 'packages/server/src/shared/error-codes.ts';

const CLEAN: Record<string, string> = {
  'README.md': 'Start with `npm ci && npm start`, test with `npm ci && npm test`.\n',
  'CHANGELOG.md': '# Changes\n\n## Unreleased\n',
  'package.json': JSON.stringify({ version: '0.1.0', scripts: { start: 'node a', test: 'vitest' } }),
  'package-lock.json': lockfile({ node: '^18 || >=20.19.0' }),
  '.npmrc': 'min-release-age=35\n',
  [TABLE]: `export const ERROR_CODES = {\n  NOT_FOUND: entry(404, 'No such object.'),\n} as const;\n`,
  'packages/server/src/features/jobs/get-job.ts': `export const fail = () => new AppError('NOT_FOUND');\n`,
  'docs/decisions/0011-dependencies.md': '| `pg` | driver |\n\nEnforced by: `package.json`\n',
  'packages/server/package.json': JSON.stringify({ dependencies: { pg: '^8', '@revera/provenance': '0.1.0' } }),
  'docs/decisions/0001-own-queue.md': '# A queue of our own\n\nEnforced by: `packages/server/src/features`\n',
};

function lockfile(engines: object, more: object = {}): string {
  return JSON.stringify({ packages: { '': {}, 'node_modules/a': { version: '1.0.0', engines, ...more } } }, null, 2);
}

function place({ rule, path, line }: Violation): string {
  return `${rule} ${path}:${line}`;
}

function violationsOf(planted: Record<string, string>): string[] {
  return withPlantedTree({ ...CLEAN, ...planted }, (root) =>
    checkTidy(readTree(root), { routes: [], notYetRaised: {} }).map(place),
  );
}

/** Joins what must not stand in this file as one piece. */
const join = (...pieces: string[]): string => pieces.join('');

const lines = (count: number): string => 'a();\n'.repeat(count);

const SOURCE = 'packages/cli/src/a.ts';

const PLANTED: readonly [title: string, path: string, text: string, violation: string][] = [
  ['a function of 70 lines', SOURCE, `\nfunction f() {\n${lines(68)}}\n`, 'function-length :2'],
  ['unfinished work', SOURCE, join('// TO', 'DO: later'), 'banned-text :1'],
  ['unfinished work in a document', 'docs/a.md', join('\nFIX', 'ME'), 'banned-text :2'],
  ['a stub', SOURCE, join("throw new Error('Not", " implemented')"), 'banned-text :1'],
  ['filler text', 'docs/a.md', join('Lorem', ' ipsum dolor'), 'banned-text :1'],
  ['a stand-in text', 'docs/a.md', join('This is a place', 'holder.'), 'banned-text :1'],
  ['a silenced compiler', SOURCE, join('// @ts-ig', 'nore'), 'banned-text :1'],
  ['a silenced linter', SOURCE, join('// oxlint-', 'disable-next-line'), 'banned-text :1'],
  ['a test run alone', 'tools/a.test.ts', join('it.on', "ly('a', f);"), 'banned-text :1'],
  ['a skipped test', 'tools/a.test.ts', join('describe.sk', "ip('a', f);"), 'banned-text :1'],
  ['a test skipped without a reason', 'tools/a.test.ts', join('ctx.sk', 'ip();'), 'banned-text :1'],
  ['a cast to any', SOURCE, join('const a = b as a', 'ny;'), 'banned-text :1'],
  ['a cast by way of unknown', SOURCE, 'const a = b as unknown\n  as string;', 'banned-text :1'],
  ['a machine path', 'docs/a.md', join('see `/wo', 'rk/shared`'), 'banned-text :1'],
  ['a registry host', 'docs/a.md', join('from registry', '.example.org'), 'banned-text :1'],
  ['a dependency for a newer Node.js', 'package-lock.json', lockfile({ node: '>=22' }), 'engines :0'],
  ['a range that cannot be read', 'package-lock.json', lockfile({ node: 'lts/*' }), 'engines :0'],
  [
    'a download address',
    'package-lock.json',
    lockfile({}, { resolved: 'https://a.example/b.tgz' }),
    'download-address :7',
  ],
  ['a registry setting', '.npmrc', 'registry=https://a.example/', 'download-address :1'],
  [
    'a dependency without a row',
    'packages/server/package.json',
    '{"dependencies":{"left-pad":"1"}}',
    'dependency-table :0',
  ],
  ['a code that nothing raises', 'packages/server/src/features/jobs/get-job.ts', '', `error-codes ${TABLE}:2`],
  ['a decision that nothing enforces', 'docs/decisions/0002-a.md', '# A\n', 'decisions :0'],
  ['a decision enforced by nothing', 'docs/decisions/0002-a.md', 'Enforced by: `tools/b.ts`', 'decisions :1'],
  ['a README without its commands', 'README.md', 'Use `npm ci && npm start`.', 'readme :0'],
  ['a README naming no script', 'README.md', `${CLEAN['README.md']}\`npm run fly\``, 'readme :0'],
  ['an old changelog', 'CHANGELOG.md', '## 0.0.9\n', 'changelog :0'],
];

describe('the rules of the repository', () => {
  it('pass a tree that keeps them', () => {
    expect(violationsOf({})).toEqual([]);
  });

  it.each(PLANTED)('see %s', (_title, path, text, violation) => {
    const expected = violation.replace(' :', ` ${path}:`);
    expect(violationsOf({ [path]: text })).toEqual([expected]);
  });

  it.each([
    ['an input attribute', SOURCE, join('const a = <input place', 'holder="name" />;')],
    ['a skip with its reason', 'tools/a.test.ts', join('ctx.sk', "ip('the folder is absent');")],
    ['a method of the same name', SOURCE, join('cursor.sk', 'ip(4);')],
    ['prose about casts', SOURCE, '// as any reader knows'],
    ['a page address', 'docs/a.md', 'https://example.org/network/a'],
    ['an optional dependency', 'package-lock.json', lockfile({ node: '>=22' }, { optional: true })],
  ])('leave %s alone', (_title, path, text) => {
    expect(violationsOf({ [path]: text })).toEqual([]);
  });
});

describe('the length of a function', () => {
  const measure = (source: string): number[] =>
    measureFunctions(tokenize(source), true).map(({ lines: count }) => count);

  it.each([
    ['a declaration', 'function f(a: A): Promise<{ b: string }> {\n\n}', [3]],
    ['an object type as result', 'function f(): { b: string } {\n}', [2]],
    ['an arrow', 'const f = async (a: A): Promise<void> => {\n\n};', [3]],
    ['an arrow that is a page', 'const f = () => (\n<p>it’s 5 // 2</p>\n);', [3]],
    ['a method', 'class A {\n  get(a: string) {\n  }\n}', [2]],
    ['a branch', 'if (a) {\n}\nfor (const b of c) {\n}', []],
    ['a group of tests', "describe('a', () => {\n  it('b', () => {\n  });\n});", [2]],
  ])('is measured for %s', (_title, source, expected) => {
    expect(measure(source)).toEqual(expected);
  });
});

describe('published error codes', () => {
  const tree = <T>(source: string, use: (root: string) => T): T =>
    withPlantedTree({ ...CLEAN, 'packages/server/src/features/jobs/get-job.ts': source }, use);
  const unraised = (source: string, waiting: Record<string, string>): string[] =>
    tree(source, (root) => checkErrorCodes(readTree(root), waiting).map(({ message }) => message));

  it('may wait in the table of areas to come', () => {
    expect(unraised('', { NOT_FOUND: 'jobs' })).toEqual([]);
  });

  it('leave that table when they are raised', () => {
    expect(unraised(`throw new AppError('NOT_FOUND');`, { NOT_FOUND: 'jobs' })).toHaveLength(1);
  });

  it('are not raised by the list of a route', () => {
    expect(unraised(`defineRoute({ errors: ['NOT_FOUND'] });`, {})).toEqual(['NOT_FOUND is raised by no source file']);
  });

  it('are known codes', () => {
    expect(unraised(`throw new AppError('NOT_FOUND');`, { OLD_CODE: 'jobs' })).toHaveLength(1);
  });
});

describe('the tests of a route', () => {
  const ROUTE: DescribedRoute = { method: 'GET', path: '/v1/jobs/{jid}', errors: [{ status: 404, code: 'NOT_FOUND' }] };
  const missing = (test: string): number =>
    withPlantedTree(
      { ...CLEAN, 'packages/server/src/a.test.ts': test },
      (root) => checkRouteTests(readTree(root), [ROUTE]).length,
    );

  it.each([
    [
      'a group titled with the route',
      `describe('GET /v1/jobs/{jid}', () => { it('404 NOT_FOUND for a stranger', f); });`,
      0,
    ],
    ['a table of cases', `describe('GET /v1/jobs/{jid}: reading', () => { it.each([1])('404 NOT_FOUND %s', f); });`, 0],
    ['a walk over every route', `describe('every route', () => { it('404 NOT_FOUND', f); });`, 0],
    ['no test', ``, 1],
    ['another status', `describe('GET /v1/jobs/{jid}', () => { it('410 NOT_FOUND', f); });`, 1],
    ['another route', `describe('GET /v1/jobs/{jid}/report', () => { it('404 NOT_FOUND', f); });`, 1],
    ['a test after the group', `describe('GET /v1/jobs/{jid}', () => {}); it('404 NOT_FOUND', f);`, 1],
  ])('with %s', (_title, test, expected) => {
    expect(missing(test)).toBe(expected);
  });
});

describe('rangeAccepts', () => {
  it.each([
    ['>=20.19.0', true],
    ['>= 20', true],
    ['^20.19.0 || >=22.12.0', true],
    ['^20.0.0 || ^22.0.0 || >=24.0.0', true],
    ['20 || >=22', true],
    ['20.x', true],
    ['*', true],
    ['>=18 <21', true],
    ['~20.19', true],
    ['<=20', true],
    ['>=20.20.0', false],
    ['>20', false],
    ['^18 || >=22', false],
    ['>=12 <20', false],
    ['22.x', false],
  ])('of %s is %s', (range, accepted) => {
    expect(rangeAccepts(range, '20.19.0')).toBe(accepted);
  });
});

describe('reportViolations', () => {
  it('fails a checker that looked at nothing', () => {
    expect(reportViolations('planted', 0, 'files', [])).toBe(1);
  });
});
