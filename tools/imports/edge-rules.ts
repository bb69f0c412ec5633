import { mayImportBuiltin } from './engine-builtins.ts';
import { packageOf, within, type Edge } from './graph.ts';
import { brokenArrow } from './provenance-layers.ts';
import { brokenServerArrow } from './server-layers.ts';

/** One rule about single imports. `why` answers the reason an import is refused, or null when it is fine. */
export interface EdgeRule {
  id: string;
  /** Tests may import what they test and the testkit; only the rules that say so hold for them. */
  alsoTests?: true;
  why(edge: Edge): string | null;
}

/** Which of our packages each may import; the command line starts the server by its public entry. */
const PACKAGE_ARROWS: Record<string, readonly string[]> = {
  provenance: [],
  server: ['provenance'],
  cli: ['provenance', 'server'],
  testkit: ['provenance', 'server'],
  tools: ['provenance', 'server', 'cli', 'testkit'],
};

/** The pools, and the keys, time stamps and OCSP answers that signing needs outside its thread. */
const MAY_RUN_ENGINE = /^platform\/((analysis-pool|signing-pool)\.ts$|signer\/)/;

/** Files of the server, besides the pool, that call the engine in this process: pure data functions only. */
const ENGINE_VALUES_ALLOWED: Record<string, string> = {
  'features/jobs/present.ts': 'words a stored result: pure functions over facts',
  'features/lab/present.ts': 'words an examined clip: pure functions over facts',
  'features/trust/trust-lists.ts': 'parses and compares trust lists: pure functions over bounded text',
  'platform/media-types.ts': 'what a file is, by a few short reads: the probes of the table of media types',
  'platform/preview-maker.ts': 'which kinds of files are decoded for a preview: a table',
  'shared/credential-records.ts':
    'what a credential descends from and which one counts: pure functions over decoded facts',
  'shared/label-rules.ts': 'checks and decides labels: pure functions over bounded text and facts',
  'shared/lab-vocabulary.ts': 'what the lab can name: constants',
  'shared/signature-algorithms.ts': 'the published vocabulary: constants',
  'shared/statement.ts': 'words the first sentence of a result: a pure function over stored facts',
  'shared/statuses.ts': 'the published statuses in words and tones: constants',
  'shared/thumbnail-bounds.ts': 'the bounds of thumbnails, for the documentation: constants',
  'shared/pixel-bounds.ts': 'the bounds of pictures that are measured, for the documentation: constants',
  'shared/validation-codes.ts': 'the classes of status codes: pure functions over decoded facts',
  'shared/verification-result.ts': 'the published vocabulary: constants',
};

/** What stores the beginning and the end of a job in its row. */
const JOB_ROWS = /^platform\/queue\/(insert|end|take-away)\.ts$/;

/** Who may: the queue itself, the one place where jobs begin and end, and the outbox, which reserves nothing. */
const MAY_WRITE_JOB_ROWS =
  /^(platform\/queue\/|features\/jobs\/(begin-job|end-job|record-ended-job|queries\/end)\.ts$|features\/mail\/)/;

/** Where a module may be imported. Paths are regular expressions over paths from the repository root. */
interface Gate {
  id: string;
  module: RegExp;
  only: RegExp;
  /** Naming a type of the module is harmless. */
  typesFree: boolean;
  why: string;
}

const GATES: readonly Gate[] = [
  {
    id: 'c2pa-engine',
    module: /^@contentauth\/c2pa-wasm$/,
    only: /^packages\/(provenance\/src\/c2pa\/engine(-[a-z-]+)?\.ts$|testkit\/)/,
    typesFree: false,
    why: 'all knowledge of the WASM package lies in c2pa/engine.ts',
  },
  {
    id: 'sharp',
    module: /^sharp$/,
    only: /^packages\/([a-z]+\/src\/(resolution\/decode|pool\/preview-picture|.*\/thumbnail|site\/share\/draw-picture)\.ts$|testkit\/)|^tools\//,
    typesFree: false,
    why: 'pixels of untrusted files are decoded in resolution/decode.ts, pool/preview-picture.ts and thumbnail.ts alone, under their limits; share/draw-picture.ts decodes nothing, it draws our own words',
  },
  {
    id: 'fastify',
    module: /^(fastify|fastify-plugin|@fastify\/.*)$/,
    only: /^packages\/(server\/src\/(http\/.*|app\.ts|features\/.*\/routes\.tsx?)$|testkit\/)|^tools\//,
    typesFree: false,
    why: 'a use case knows nothing of HTTP: Fastify is known to http/, routes.ts and app.ts',
  },
  {
    id: 'sql',
    module: /^(kysely|pg)$/,
    only: /^packages\/(server\/src\/((platform|migrations)\/.*|features\/.*\/queries\.ts|features\/.*\/queries\/.*)$|testkit\/)|^tools\//,
    typesFree: true,
    why: 'SQL stands in queries.ts, platform/ and the migrations',
  },
  {
    id: 'network',
    module: /^(net|http|https|http2|tls|dns|dns\/promises|dgram|undici|nodemailer|@aws-sdk\/.*)$/,
    only: /^packages\/(server\/src\/(platform\/(outbound|database|embedded-postgres|mailer|blob-store|signer)[a-z0-9-]*(\.ts$|\/.*)|http\/.*|whole\/.*)|provenance\/src\/trust\/public-roots\.ts$|testkit\/)|^tools\//,
    typesFree: true,
    why: 'platform/outbound is the only door to the network (SSRF); the database and mail adapters and the listener beside it; trust/public-roots takes the list of roots out of node:tls',
  },
];

/** What serves tests and nothing else. */
const TEST_SUPPORT = /\/(testing|whole|attacks)\/|\/test-[a-z-]+\.tsx?$/;

export const EDGE_RULES: readonly EdgeRule[] = [
  {
    id: 'package-door',
    alsoTests: true,
    why({ from, target, specifier }) {
      if (target.kind === 'ours') return target.door ? null : `${specifier} is not a public entry of its package`;
      if (target.kind !== 'file' || packageOf(target.path) === packageOf(from)) return null;
      return 'another package is imported by its name, through its public entry';
    },
  },
  {
    id: 'package-arrows',
    why({ from, target }) {
      if (target.kind !== 'ours') return null;
      const own = packageOf(from);
      if (target.name === own) return own === 'tools' ? null : 'a package does not import itself by name';
      const allowed = PACKAGE_ARROWS[own] ?? [];
      if (allowed.includes(target.name)) return null;
      if (target.name === 'testkit' && TEST_SUPPORT.test(from)) return null;
      if (target.name === 'testkit') return 'the testkit is imported by tests, what serves them and tools only';
      return `${own} may import ${allowed.join(', ') || 'no package of ours'}`;
    },
  },
  {
    id: 'engine-in-a-thread',
    why({ from, target, typeOnly }) {
      const file = within('server', from);
      if (file === null || typeOnly || target.kind !== 'ours' || target.name !== 'provenance') return null;
      if (MAY_RUN_ENGINE.test(file) || file in ENGINE_VALUES_ALLOWED) return null;
      return 'the engine runs in the analysis pool; elsewhere in the server its types are named with "import type"';
    },
  },
  {
    id: 'provenance-arrows',
    why({ from, target, typeOnly }) {
      const [mine, theirs] = bothWithin('provenance', from, target);
      return mine === null || theirs === null ? null : brokenArrow(mine, theirs, typeOnly);
    },
  },
  {
    id: 'engine-builtins',
    why({ from, target, typeOnly }) {
      const file = within('provenance', from);
      if (file === null || typeOnly || target.kind !== 'builtin' || mayImportBuiltin(file, target.name)) return null;
      return 'the engine takes bytes and answers data; tools/imports/engine-builtins.ts names the files that reach further';
    },
  },
  {
    id: 'server-layers',
    why({ from, target }) {
      const [mine, theirs] = bothWithin('server', from, target);
      return mine === null || theirs === null ? null : brokenServerArrow(mine, theirs);
    },
  },
  {
    id: 'job-rows',
    why({ from, target, typeOnly }) {
      const [mine, theirs] = bothWithin('server', from, target);
      if (mine === null || theirs === null || typeOnly || !JOB_ROWS.test(theirs)) return null;
      if (MAY_WRITE_JOB_ROWS.test(mine)) return null;
      return 'a job begins by beginJob and ends by endJob of features/jobs, so that what belongs to it happens with it';
    },
  },
  {
    id: 'no-test-import',
    why({ from, target }) {
      if (target.kind !== 'file') return null;
      const serves = TEST_SUPPORT.test(target.path) && !TEST_SUPPORT.test(from);
      return serves || /\.test\.tsx?$/.test(target.path) ? 'production code imports what is there for tests' : null;
    },
  },
  ...GATES.map((gate) => ({
    id: gate.id,
    why({ from, target, typeOnly }: Edge) {
      if (target.kind !== 'npm' && target.kind !== 'builtin') return null;
      if (!gate.module.test(target.name) || (typeOnly && gate.typesFree)) return null;
      return gate.only.test(from) ? null : gate.why;
    },
  })),
];

function bothWithin(packageName: string, from: string, target: Edge['target']): [string | null, string | null] {
  return [within(packageName, from), target.kind === 'file' ? within(packageName, target.path) : null];
}
