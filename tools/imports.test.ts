import { describe, expect, it } from 'vitest';
import { checkImports } from './imports/check-imports.ts';
import { withPlantedTree } from './source/plant-tree.ts';
import { readTree } from './source/tree.ts';

const ENGINE = 'packages/provenance/src';
const SERVER = 'packages/server/src';

/** A tree that breaks nothing, with each kind of import that is fine. */
const CLEAN: Record<string, string> = {
  [`${ENGINE}/index.ts`]: `export { inspect } from './inspect.ts';\nexport type { Report } from './report.ts';\n`,
  [`${ENGINE}/inspect.ts`]: `import { readClaim } from './c2pa/engine.ts';\nimport { judge } from './verdict/judge.ts';\nexport const inspect = () => judge(readClaim());\n`,
  [`${ENGINE}/report.ts`]: `import type { Claim } from './c2pa/facts.ts';\nexport interface Report { c2pa: Claim }\n`,
  [`${ENGINE}/limits.ts`]: `export const MAX_DEPTH = 32;\n`,
  [`${ENGINE}/bytes/cursor.ts`]: `import { MAX_DEPTH } from '../limits.ts';\nexport const cursor = MAX_DEPTH;\n`,
  [`${ENGINE}/media/sniff.ts`]: `import { cursor } from '../bytes/cursor.ts';\nexport const sniff = cursor;\n`,
  [`${ENGINE}/label/decode.ts`]: `import { sniff } from '../media/sniff.ts';\nexport const label = sniff;\n`,
  [`${ENGINE}/c2pa/facts.ts`]: `export interface Claim { name: string }\n`,
  [`${ENGINE}/c2pa/engine.ts`]: `import { WasmReader } from '@contentauth/c2pa-wasm';\nexport const readClaim = () => WasmReader;\n`,
  [`${ENGINE}/bytes/random-access.ts`]: `import { openSync } from 'node:fs';\nexport const open = openSync;\n`,
  [`${ENGINE}/trust/digest.ts`]: `import { createHash } from 'node:crypto';\nimport { inflateSync } from 'node:zlib';\nexport const digest = { process: createHash, inflateSync };\n`,
  [`${ENGINE}/verdict/certificate.ts`]: `import type { X509Certificate } from 'node:crypto';\nexport type Certificate = X509Certificate;\n`,
  [`${ENGINE}/pool/thread.ts`]: `import { statSync } from 'node:fs';\nexport const ends = () => [statSync, process.exit()];\n`,
  [`${ENGINE}/verdict/judge.ts`]: `import type { Report } from '../report.ts';\nexport const judge = (report: Report) => report;\n`,
  [`${SERVER}/index.ts`]: `export { start } from './serve.ts';\n`,
  [`${SERVER}/serve.ts`]: `import { buildApp } from './app.ts';\nexport const start = buildApp;\n`,
  [`${SERVER}/app.ts`]: `import fastify from 'fastify';\nimport { routes } from './features/jobs/routes.ts';\nexport const buildApp = () => routes(fastify());\n`,
  [`${SERVER}/shared/money.ts`]: `export const CENT = 1;\n`,
  [`${SERVER}/platform/outbound.ts`]: `import { lookup } from 'node:dns';\nexport const open = (url: string) => fetch(url, { lookup });\n`,
  [`${SERVER}/platform/analysis-pool.ts`]: `import { inspect } from '@revera/provenance';\nexport const pool = inspect;\n`,
  [`${SERVER}/platform/migrate.ts`]: `export const migrate = (client: Client) => client.query('begin');\n`,
  [`${SERVER}/testing/test-access.ts`]: `export const read = (pool: Pool) => pool.query('select 1');\n`,
  [`${SERVER}/platform/queue/insert.ts`]: `export const enqueueJob = 1;\n`,
  [`${SERVER}/platform/queue/end.ts`]: `export const [completeJob, failJob] = [1, 2];\n`,
  [`${SERVER}/platform/queue/take-away.ts`]: `import { failJob } from './end.ts';\nexport const failTaken = failJob;\n`,
  [`${SERVER}/features/jobs/begin-job.ts`]: `export { enqueueJob } from '../../platform/queue/insert.ts';\n`,
  [`${SERVER}/features/jobs/end-job.ts`]: `export { failJob } from '../../platform/queue/end.ts';\nexport { failTaken } from '../../platform/queue/take-away.ts';\n`,
  [`${SERVER}/features/mail/queue-mail.ts`]: `import { enqueueJob } from '../../platform/queue/insert.ts';\nexport const queueMail = enqueueJob;\n`,
  [`${SERVER}/features/audit/index.ts`]: `export { record } from './record-event.ts';\n`,
  [`${SERVER}/features/audit/record-event.ts`]: `import type { Kysely } from 'kysely';\nexport const record = (db: Kysely<object>) => db;\n`,
  [`${SERVER}/features/billing/ledger/index.ts`]: `export { charge } from './charge.ts';\n`,
  [`${SERVER}/features/billing/ledger/charge.ts`]: `import { insertEntry } from './queries.ts';\nexport const charge = insertEntry;\n`,
  [`${SERVER}/features/billing/ledger/queries.ts`]: `export const insertEntry = (db: Db) => db.insertInto('ledger_entry');\n`,
  [`${SERVER}/features/billing/orders/index.ts`]: `export { settle } from './settle.ts';\n`,
  [`${SERVER}/features/billing/orders/settle.ts`]: `import { record } from '../../audit/index.ts';\nimport { charge } from '../ledger/index.ts';\nexport const settle = [record, charge];\n`,
  [`${SERVER}/features/billing/index.ts`]: `export { charge } from './ledger/index.ts';\nexport { settle } from './orders/index.ts';\n`,
  [`${SERVER}/features/usage/meter.ts`]: `import { settle } from '../billing/index.ts';\nimport { charge } from '../billing/ledger/index.ts';\nexport const meter = [settle, charge];\n`,
  [`${SERVER}/features/jobs/queries.ts`]: `import { sql } from 'kysely';\nexport const one = (db: Db) => db.selectFrom('job').select(sql\`1\`);\nexport const lock = (client: Client) => client.query('select 1');\n`,
  [`${SERVER}/features/jobs/routes.ts`]: `import type { FastifyInstance } from 'fastify';\nimport { record } from '../audit/index.ts';\nimport { one } from './queries.ts';\nexport const routes = (app: FastifyInstance) => [app, record, one, ({ query }: Request) => query.limit];\n`,
  [`${SERVER}/features/jobs/routes.test.ts`]: `import { startSmtp } from '@revera/testkit';\nimport { inspect } from '@revera/provenance';\nimport { request } from 'node:http';\nexport const used = [startSmtp, inspect, request];\n`,
  [`${SERVER}/site/home/words.ts`]: `export const home = 'Home';\n`,
  [`${SERVER}/site/status/helper.ts`]: `import { record } from '../../features/audit/index.ts';\nexport const help = record;\n`,
  [`${SERVER}/site/status/routes.tsx`]: `import { help } from './helper.ts';\nimport { view } from './page.tsx';\nexport const show = [help, view];\n`,
  [`${SERVER}/site/status/page.tsx`]: `import type { help } from './helper.ts';\nimport { home } from '../home/words.ts';\nexport const view: typeof help | string = home;\n`,
  'packages/cli/src/main.ts': `import { inspect } from '@revera/provenance';\nconst { start } = await import('@revera/server');\nexport const run = [inspect, start];\n`,
  'packages/cli/src/test-a.ts': `import { startSmtp } from '@revera/testkit';\nexport const used = startSmtp;\n`,
  'tools/bench.ts': `import { startSmtp } from '@revera/testkit';\nexport const bench = startSmtp;\n`,
};

function violationsOf(planted: Record<string, string>): string[] {
  return withPlantedTree({ ...CLEAN, ...planted }, (root) =>
    checkImports(readTree(root)).violations.map(({ rule, path, line }) => `${rule} ${path}:${line}`),
  );
}

/** What is planted, and the one violation that must be seen. */
const PLANTED: readonly [title: string, path: string, source: string, violation: string][] = [
  ['the engine importing the server', `${ENGINE}/sign.ts`, `import '@revera/server';`, 'package-arrows :1'],
  ['the engine importing the testkit', `${ENGINE}/sign.ts`, `import '@revera/testkit';`, 'package-arrows :1'],
  ['the server importing the cli', `${SERVER}/worker.ts`, `import '@revera/cli';`, 'package-arrows :1'],
  ['a deep import of a package', 'packages/cli/src/a.ts', `import '@revera/server/src/app.ts';`, 'package-door :1'],
  ['a path into another package', 'packages/cli/src/a.ts', `import '../../server/src/app.ts';`, 'package-door :1'],
  [
    'a test taking a path into a package',
    'tools/a.test.ts',
    `import '../packages/server/src/app.ts';`,
    'package-door :1',
  ],
  [
    'bytes importing media',
    `${ENGINE}/bytes/a.ts`,
    `import { sniff } from '../media/sniff.ts';`,
    'provenance-arrows :1',
  ],
  ['media importing a reader', `${ENGINE}/media/a.ts`, `\nimport '../label/decode.ts';`, 'provenance-arrows :2'],
  ['a reader importing a reader', `${ENGINE}/vendor/a.ts`, `import '../label/decode.ts';`, 'provenance-arrows :1'],
  [
    'a reader naming a type of a reader',
    `${ENGINE}/label/a.ts`,
    `import type { Claim } from '../c2pa/facts.ts';`,
    'provenance-arrows :1',
  ],
  ['trust importing c2pa', `${ENGINE}/trust/a.ts`, `import '../c2pa/engine.ts';`, 'provenance-arrows :1'],
  [
    'a judgement calling a reader',
    `${ENGINE}/verdict/a.ts`,
    `import { readClaim } from '../c2pa/engine.ts';`,
    'provenance-arrows :1',
  ],
  [
    'a judgement loading fact types',
    `${ENGINE}/verdict/a.ts`,
    `import { type Claim } from '../c2pa/facts.ts';`,
    'provenance-arrows :1',
  ],
  ['a part importing the door', `${ENGINE}/media/a.ts`, `export * from '../inspect.ts';`, 'provenance-arrows :1'],
  ['an unknown part of the engine', `${ENGINE}/misc/a.ts`, `export const a = 1;`, 'known-place :0'],
  [
    'the WASM package elsewhere',
    `${ENGINE}/c2pa/facts-too.ts`,
    `import type { WasmReader } from '@contentauth/c2pa-wasm';`,
    'c2pa-engine :1',
  ],
  [
    'money as a fraction',
    `${SERVER}/features/billing/orders/a.ts`,
    `export const yuan = (fen: bigint) => Number(fen) / 100;`,
    'whole-money :1',
  ],
  ['sharp elsewhere', `${ENGINE}/resolution/score.ts`, `import sharp from 'sharp';`, 'sharp :1'],
  [
    'the engine called in the server process',
    `${SERVER}/features/jobs/a.ts`,
    `import { inspect } from '@revera/provenance';`,
    'engine-in-a-thread :1',
  ],
  ['shared importing platform', `${SERVER}/shared/a.ts`, `import '../platform/outbound.ts';`, 'server-layers :1'],
  [
    'platform naming a type of a feature',
    `${SERVER}/platform/a.ts`,
    `import type { A } from '../features/audit/index.ts';`,
    'server-layers :1',
  ],
  [
    'a feature importing app',
    `${SERVER}/features/lab/a.ts`,
    `import type { A } from '../../app.ts';`,
    'server-layers :1',
  ],
  [
    'a feature entered by the side',
    `${SERVER}/features/lab/a.ts`,
    `import '../audit/record-event.ts';`,
    'server-layers :1',
  ],
  [
    'a feature importing a later one',
    `${SERVER}/features/audit/a.ts`,
    `import '../jobs/index.ts';`,
    'server-layers :1',
  ],
  [
    'a feature importing the site',
    `${SERVER}/features/lab/a.ts`,
    `import '../../site/home/page.tsx';`,
    'server-layers :1',
  ],
  [
    'the site entering a feature by the side',
    `${SERVER}/site/home/routes.tsx`,
    `import '../../features/audit/record-event.ts';`,
    'server-layers :1',
  ],
  [
    'a page that knows the server',
    `${SERVER}/site/home/page.tsx`,
    `import { home } from './words.ts';\nimport '../../platform/outbound.ts';`,
    'pure-views :2',
  ],
  [
    'a page that reaches a feature through a helper',
    `${SERVER}/site/home/page.tsx`,
    `import { home } from './words.ts';\nimport '../status/helper.ts';`,
    'pure-views :2',
  ],
  [
    'a script of a page that knows the server',
    `${SERVER}/site/home/islands/a.ts`,
    `import '../../status/helper.ts';`,
    'pure-views :1',
  ],
  [
    'a feature of a group entering another by the side',
    `${SERVER}/features/billing/orders/a.ts`,
    `import '../ledger/queries.ts';`,
    'server-layers :1',
  ],
  [
    'a feature entering one of a group by the side',
    `${SERVER}/features/usage/a.ts`,
    `import '../billing/ledger/charge.ts';`,
    'server-layers :1',
  ],
  [
    'a feature of a group importing a later one',
    `${SERVER}/features/billing/ledger/a.ts`,
    `import '../orders/index.ts';`,
    'server-layers :1',
  ],
  [
    'a feature of a group importing the index of its group',
    `${SERVER}/features/billing/ledger/a.ts`,
    `import type { A } from '../index.ts';`,
    'server-layers :1',
  ],
  [
    'the index of a group entering a feature by the side',
    `${SERVER}/features/billing/index.ts`,
    `export * from './ledger/charge.ts';`,
    'server-layers :1',
  ],
  [
    'a feature outside the order of its group',
    `${SERVER}/features/billing/coupons/a.ts`,
    `export const a = 1;`,
    'known-place :0',
  ],
  ['a file of a group itself', `${SERVER}/features/billing/money.ts`, `export const a = 1;`, 'known-place :0'],
  ['a feature outside the order', `${SERVER}/features/extra/a.ts`, `export const a = 1;`, 'known-place :0'],
  [
    'fastify in a use case',
    `${SERVER}/features/jobs/a.ts`,
    `import type { FastifyRequest } from 'fastify';`,
    'fastify :1',
  ],
  ['a fastify plugin in platform', `${SERVER}/platform/a.ts`, `import '@fastify/multipart';`, 'fastify :1'],
  ['an sql template in a use case', `${SERVER}/features/jobs/a.ts`, `import { sql } from 'kysely';`, 'sql :1'],
  [
    'a query built in a use case',
    `${SERVER}/features/jobs/a.ts`,
    `export const a = (db: Db) =>\n  db.insertInto('job');`,
    'sql :2',
  ],
  [
    'a statement sent from a use case',
    `${SERVER}/features/jobs/a.ts`,
    `export const a = (pool: Pool) => pool.query('select 1');`,
    'sql :1',
  ],
  [
    'a statement sent through a client of another name',
    `${SERVER}/features/jobs/a.ts`,
    `export const a = ({ database }: Services) =>\n  database.pool?.query<Row>('select 1');`,
    'sql :2',
  ],
  ['a socket in a feature', `${SERVER}/features/jobs/a.ts`, `import { connect } from 'node:net';`, 'network :1'],
  ['undici in the engine', `${ENGINE}/trust/a.ts`, `import { request } from 'undici';`, 'network :1'],
  [
    'global fetch in a feature',
    `${SERVER}/features/jobs/a.ts`,
    `export const a = () => fetch('https://example.org');`,
    'network :1',
  ],
  [
    'global fetch by name',
    'packages/cli/src/a.ts',
    `export const a = globalThis.fetch('https://example.org');`,
    'network :1',
  ],
  ['the clock in the engine', `${ENGINE}/verdict/a.ts`, `export const now = () => new Date();`, 'pure-engine :1'],
  [
    'the environment in the engine, by destructuring',
    `${ENGINE}/trust/a.ts`,
    `const { env } = process;`,
    'pure-engine :1',
  ],
  ['the process in the engine', `${ENGINE}/trust/a.ts`, `export const id = globalThis.process.pid;`, 'pure-engine :1'],
  ['a monotonic clock in the engine', `${ENGINE}/trust/a.ts`, `export const a = performance.now();`, 'pure-engine :1'],
  [
    'a random name in the engine, where digests may be computed',
    `${ENGINE}/c2pa/a.ts`,
    `import { createHash, randomUUID } from 'node:crypto';`,
    'pure-engine :1',
  ],
  [
    'random bytes in the engine',
    `${ENGINE}/trust/a.ts`,
    `export const a = crypto.getRandomValues(new Uint8Array(8));`,
    'pure-engine :1',
  ],
  [
    'node:fs in the engine',
    `${ENGINE}/verdict/a.ts`,
    `import { appendFileSync } from 'node:fs';`,
    'engine-builtins :1',
  ],
  ['node:fs as a default', `${ENGINE}/media/a.ts`, `import fs from 'node:fs/promises';`, 'engine-builtins :1'],
  ['node:fs loaded later', `${ENGINE}/label/a.ts`, `const fs = await import('node:fs');`, 'engine-builtins :1'],
  ['node:fs required', `${ENGINE}/label/a.ts`, `const fs = require('fs');`, 'engine-builtins :1'],
  ['node:crypto in a judgement', `${ENGINE}/verdict/a.ts`, `import * as c from 'node:crypto';`, 'engine-builtins :1'],
  ['node:process in the engine', `${ENGINE}/c2pa/a.ts`, `import { env } from 'node:process';`, 'engine-builtins :1'],
  ['node:os in the engine', `${ENGINE}/trust/a.ts`, `export { tmpdir } from 'node:os';`, 'engine-builtins :1'],
  [
    'node:child_process in the engine',
    `${ENGINE}/c2pa/a.ts`,
    `import { spawn } from 'node:child_process';`,
    'engine-builtins :1',
  ],
  [
    'any other builtin in the engine',
    `${ENGINE}/media/a.ts`,
    `import { lookup } from 'node:vm';`,
    'engine-builtins :1',
  ],
  [
    'the environment in the engine',
    `${ENGINE}/trust/a.ts`,
    `export const home = process.env['HOME'];`,
    'pure-engine :1',
  ],
  ['logging in the engine', `${ENGINE}/trust/a.ts`, `console.log('hello');`, 'pure-engine :1'],
  [
    'a feature that stores a job itself',
    `${SERVER}/features/lab/a.ts`,
    `import { enqueueJob } from '../../platform/queue/insert.ts';`,
    'job-rows :1',
  ],
  [
    'a feature that ends a job itself',
    `${SERVER}/features/lab/a.ts`,
    `import { completeJob, failJob } from '../../platform/queue/end.ts';`,
    'job-rows :1',
  ],
  [
    'another file of the jobs that ends one',
    `${SERVER}/features/jobs/a.ts`,
    `export { failTaken } from '../../platform/queue/take-away.ts';`,
    'job-rows :1',
  ],
  ['a list that ends a job', `${SERVER}/queues.ts`, `import './platform/queue/end.ts';`, 'job-rows :1'],
  ['production importing a test', 'packages/cli/src/a.ts', `import './a.test.ts';`, 'no-test-import :1'],
  ['production importing a helper of tests', 'packages/cli/src/a.ts', `import './test-a.ts';`, 'no-test-import :1'],
];

describe('the layer rules', () => {
  it('pass a tree that keeps them', () => {
    expect(violationsOf({})).toEqual([]);
  });

  it.each(PLANTED)('see %s', (_title, path, source, violation) => {
    const [rule, line] = violation.split(' ');
    expect(violationsOf({ [path]: source })).toEqual([`${rule} ${path}${line}`]);
  });

  it('see a cycle through a third file and through types', () => {
    const planted = {
      'packages/cli/src/a.ts': `import './b.ts';`,
      'packages/cli/src/b.ts': `export { c } from './c.ts';`,
      'packages/cli/src/c.ts': `import type { A } from './a.ts';\nexport const c: A = 1;`,
    };
    expect(violationsOf(planted)).toEqual(['no-cycles packages/cli/src/a.ts:1']);
  });

  it('do not take strings, comments and expressions for imports', () => {
    const source = [
      '// import "@revera/server"',
      '/* import("@revera/server") */',
      'const text = \'import "@revera/server"\';',
      'const page = `import ${text} from "@revera/server"`;',
      'const pattern = /import "@revera\\/server"/;',
      'const half = text.length / 2, other = half / 3;',
      'repository.fetch(text); loader.import("@revera/server");',
      'export type Import = { import: string };',
    ].join('\n');
    expect(violationsOf({ [`${ENGINE}/media/a.ts`]: source })).toEqual([]);
  });

  it('see imports in every form', () => {
    const forms = [
      `import a from '@revera/server';`,
      `import * as b from '@revera/server';`,
      `import {\n  c,\n  type D,\n} from '@revera/server';`,
      `import type { E } from '@revera/server';`,
      `export { f } from '@revera/server';`,
      `export type { G } from '@revera/server';`,
      `export * as h from '@revera/server';`,
      'const i = `${await import(`@revera/server`)}`;',
      `const j = require('@revera/server');`,
    ];
    const seen = violationsOf({ [`${ENGINE}/media/a.ts`]: forms.join('\n') });
    expect(seen).toHaveLength(forms.length);
  });

  it('say how many files they saw, so that a run over nothing can fail', () => {
    expect(withPlantedTree({ 'README.md': 'nothing here' }, (root) => checkImports(readTree(root)).files)).toBe(0);
  });
});
