import { configDefaults, defineConfig, mergeConfig } from 'vitest/config';
import everything from './vitest.config.ts';

// The tests of what can differ with the day and the version of Node.js: all of them but those named here, each for its
// reason, so that a new test is among them. CI runs them once more (.ci/run), on Node.js 24 and a hundred days later.

/** Functions of bytes and data alone: no clock, no system, no network reaches them. */
const PURE = [
  'packages/provenance/src/{bytes,media,label,lab,resolution,vendor,verdict,present,signed-copy}/**',
  'packages/provenance/src/{corpus,mutation}.test.ts',
  'packages/testkit/src/{conformance,hostile,label,media,vendor}/**',
  'packages/cli/src/render/**',
  'packages/server/src/site/**/*.test.tsx',
  'packages/server/src/features/reports/report-pdf/**',
  'tools/**',
];

/** Which bytes signing leaves as they were. When and with what it signs is tried by sign-asset.test.ts and c2pa/sign. */
const SIGNED_BYTES = ['packages/provenance/src/{signed-metadata,signed-content,signed-labels,unsigned-bytes}.test.ts'];

/**
 * Whether the engine says the same of a file with all anchors as with those that are chosen by their names: both readings are
 * made by the same engine at the same time, and the choice knows no time. The reading itself is tried by the tests beside it.
 */
const SAME_READINGS = ['packages/provenance/src/c2pa/chosen-anchors.test.ts'];

/** Pages that are the same every day, or show what a route answers that is tried. Those that know time are not here. */
const PAGES = ['packages/server/src/site/{articles,reference,discovery,home,result,admin}/**'];

/** Walks over routes by the tables of rights, inputs and attacks, in which there is no time; that of messages is tried elsewhere. */
const RIGHTS = [
  'packages/server/src/permissions-walk.test.ts',
  'packages/server/src/attacks/{foreign-objects,forged-notices,forged-writes,odd-values}.test.ts',
];

/**
 * The other program is what is tried: the browser, libvips, verifiers in Python, Ceph, PostgreSQL with its end, and receivers in
 * other languages, among which Go asks the kernel for the time and so stays today.
 */
const OTHER_PROGRAMS = [
  'packages/provenance/src/peer-{corpus,matrix}.test.ts',
  'packages/provenance/src/c2pa/{embedded-thumbnails,sign/thumbnail}.test.ts',
  'packages/server/src/whole/site/**',
  'packages/testkit/src/browser/**',
  'packages/server/src/whole/{s3-storage,uploads-in-s3,three-processes,webhook-programs}.test.ts',
  'packages/server/src/platform/blob-store/s3.test.ts',
  'packages/testkit/src/servers/rados-gateway.test.ts',
  'packages/server/src/platform/embedded-*.test.ts',
];

/**
 * What PostgreSQL ends by a timer: libfaketime gives back the real time in a handler of signals that interrupts a wait, so that the
 * timer looks a hundred days too early there, and starts again.
 */
const TIMERS_OF_POSTGRESQL = ['packages/server/src/platform/stored-answer.test.ts'];

/** It moves its clock itself, behind the end of a month. */
const MOVED_CLOCK = ['packages/server/src/whole/billing-journey.test.ts'];

/** What is built, killed, raced or flooded again and again: minutes, and the answer is that of the run before. */
const LONG = [
  'packages/server/src/whole/{build,crash,signing-crash,payment-crash,flood,revocation,database-away,embedded-restart}.test.ts',
  'packages/server/src/whole/chaos/**',
  'packages/server/src/features/signing/crash.test.ts',
  'packages/server/src/features/billing/{invariants,orders/races,orders/crash}.test.ts',
  'packages/server/src/site/budgets.test.ts',
];

const EXCLUDED = [
  ...PURE,
  ...SIGNED_BYTES,
  ...SAME_READINGS,
  ...PAGES,
  ...RIGHTS,
  ...OTHER_PROGRAMS,
  ...TIMERS_OF_POSTGRESQL,
  ...MOVED_CLOCK,
  ...LONG,
];

export default mergeConfig(everything, defineConfig({ test: { exclude: [...configDefaults.exclude, ...EXCLUDED] } }));
