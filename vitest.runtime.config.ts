import { configDefaults, defineConfig, mergeConfig } from 'vitest/config';
import everything from './vitest.config.ts';

// The tests of what can differ with the day and the version of Node.js: all of them but those named here, each for its
// reason, so that a new test is among them. CI runs them once more (.ci/run), on Node.js 24 and a hundred days later.

/** Functions of bytes and data alone: no clock, no system, no network reaches them. */
const PURE = [
  'packages/provenance/src/{bytes,media,label,vendor,present}/**',
  'packages/provenance/src/{corpus,mutation}.test.ts',
  'packages/testkit/src/{conformance,hostile,label,media,vendor}/**',
  'packages/server/src/site/**/*.test.tsx',
  'packages/server/src/features/reports/report-pdf/**',
  'tools/**',
];

/** What is tried there is another program: the browser, Ceph with a clock of its own, PostgreSQL and how it ends. */
const OTHER_PROGRAMS = [
  'packages/server/src/whole/site/**',
  'packages/testkit/src/browser/**',
  'packages/server/src/whole/{s3-storage,uploads-in-s3}.test.ts',
  'packages/server/src/platform/blob-store/s3.test.ts',
  'packages/testkit/src/servers/rados-gateway.test.ts',
  'packages/server/src/platform/embedded-*.test.ts',
];

/** Processes that are killed or flooded again and again: minutes, and the answer is that of the run before. */
const LONG = [
  'packages/server/src/whole/{crash,signing-crash,flood,revocation,database-away,embedded-restart}.test.ts',
  'packages/server/src/whole/chaos/**',
  'packages/server/src/features/signing/crash.test.ts',
  'packages/server/src/site/budgets.test.ts',
];

export default mergeConfig(
  everything,
  defineConfig({ test: { exclude: [...configDefaults.exclude, ...PURE, ...OTHER_PROGRAMS, ...LONG] } }),
);
