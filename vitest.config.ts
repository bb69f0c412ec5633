import { defineConfig } from 'vitest/config';

export default defineConfig({
  ssr: { resolve: { conditions: ['revera-source', 'node', 'import', 'default'] } },
  resolve: { conditions: ['revera-source', 'node', 'import', 'default'] },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'tools/**/*.test.ts'],
    pool: 'threads',
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    server: { deps: { inline: [/^@revera\//] } },
  },
});
