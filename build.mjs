// Bundles the command line (which holds the server), the analysis thread and the engine library. Dependencies stay in
// node_modules. `--watch` rebuilds on change and restarts the server.
import { spawn } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { context, build } from 'esbuild';

const shared = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  conditions: ['revera-source'],
  sourcemap: true,
  logLevel: 'warning',
  // Our own packages are bundled from source, everything else is loaded from node_modules.
  plugins: [
    {
      name: 'external-packages',
      setup(setup) {
        setup.onResolve({ filter: /^[^./]/ }, ({ path }) =>
          path.startsWith('@revera/') ? undefined : { external: true },
        );
      },
    },
  ],
};

const apart = {
  'analysis-thread': 'packages/provenance/src/pool/analysis-thread.ts',
  'thumbnail-process': 'packages/provenance/src/pool/thumbnail-process.ts',
};
const bundles = [
  {
    ...shared,
    entryPoints: { cli: 'packages/cli/src/main.ts', ...apart },
    outdir: 'dist',
    // Commands that do not need the server do not load it.
    splitting: true,
    banner: { js: '#!/usr/bin/env node' },
  },
  {
    ...shared,
    entryPoints: { index: 'packages/provenance/src/index.ts', ...apart },
    outdir: 'packages/provenance/dist',
  },
];

for (const { outdir } of bundles) rmSync(outdir, { recursive: true, force: true });
cpSync('packages/server/migrations', 'dist/migrations', { recursive: true });

if (process.argv.includes('--watch')) {
  let server;
  const restart = {
    name: 'restart-server',
    setup(setup) {
      setup.onEnd(({ errors }) => {
        if (errors.length > 0) return;
        server?.kill('SIGTERM');
        server = spawn(process.execPath, ['--enable-source-maps', 'dist/cli.js', 'serve'], { stdio: 'inherit' });
      });
    },
  };
  await Promise.all(
    bundles.map(async (options, i) => {
      const plugins = i === 0 ? [...options.plugins, restart] : options.plugins;
      await (await context({ ...options, plugins })).watch();
    }),
  );
} else {
  await Promise.all(bundles.map((options) => build(options)));
}
