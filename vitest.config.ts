import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Our own packages run from source. Neither `import` nor `module` may be among these: they also reach Node's own
  // resolution, which then takes builds that it cannot load.
  ssr: { resolve: { conditions: ['revera-source', 'node', 'development|production'] } },
  test: {
    include: ['packages/*/src/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'],
    pool: 'threads',
    isolate: false,
    // Vitest leaves one processor free, which on two of them means one test file at a time; ours wait for other processes
    // (databases, browsers, ffmpeg) much of their time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 30_000,
    hookTimeout: 60_000,
    server: { deps: { inline: [/^@revera\//] } },
  },
});
