import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Our own packages run from source. `import` must not be among these: they also reach Node's `require`.
  ssr: { resolve: { conditions: ['revera-source', 'module', 'node', 'development|production'] } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'tools/**/*.test.ts'],
    pool: 'threads',
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    server: { deps: { inline: [/^@revera\//] } },
  },
});
