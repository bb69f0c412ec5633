// Bundles the command line (which holds the server), the analysis thread, the engine library and what the pages load.
// Dependencies stay in node_modules. `--watch` rebuilds on change and restarts the server.
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, parse } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
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

const SITE = 'packages/server/src/site';
const ASSETS = 'dist/assets';

/** What a page loads, such as `verify.island.ts`; it is served as `verify-HASH.js`. */
const ISLAND = /\.island\.ts$/;

function entry(path) {
  return { in: path, out: parse(path.replace(ISLAND, '.js')).name };
}

/** Written beside the assets: by which name each is served. The name changes with the content, so browsers keep them. */
const assetManifest = {
  name: 'asset-manifest',
  setup(setup) {
    setup.onEnd(({ metafile }) => {
      if (metafile === undefined) return;
      const names = Object.entries(metafile.outputs).flatMap(([path, { entryPoint }]) =>
        entryPoint === undefined ? [] : [[basename(entryPoint).replace(ISLAND, '.js'), basename(path)]],
      );
      for (const [, name] of names) compress(join(ASSETS, name));
      writeFileSync(join(ASSETS, 'manifest.json'), JSON.stringify(Object.fromEntries(names), null, 2));
    });
  },
};

function compress(path) {
  const bytes = readFileSync(path);
  writeFileSync(`${path}.br`, brotliCompressSync(bytes));
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
}

const bundles = [
  {
    ...shared,
    entryPoints: {
      cli: 'packages/cli/src/main.ts',
      'report-thread': 'packages/server/src/features/reports/report-pdf/report-thread.ts',
      ...apart,
    },
    outdir: 'dist',
    // Commands that do not need the server do not load it.
    splitting: true,
    banner: { js: '#!/usr/bin/env node' },
  },
  {
    ...shared,
    entryPoints: {
      index: 'packages/provenance/src/index.ts',
      statuses: 'packages/provenance/src/present/statuses.ts',
      ...apart,
    },
    outdir: 'packages/provenance/dist',
  },
  {
    entryPoints: [
      entry(`${SITE}/kit/styles/site.css`),
      entry(`${SITE}/kit/icons/favicon.svg`),
      ...readdirSync(SITE, { recursive: true })
        .filter((path) => path.endsWith('.island.ts'))
        .map((path) => entry(join(SITE, path))),
    ],
    bundle: true,
    minify: true,
    metafile: true,
    platform: 'browser',
    format: 'esm',
    target: ['chrome111', 'firefox114', 'safari16.4'],
    conditions: ['revera-source'],
    loader: { '.svg': 'copy' },
    entryNames: '[name]-[hash]',
    outdir: ASSETS,
    logLevel: 'warning',
    plugins: [assetManifest],
  },
];

for (const { outdir } of bundles) rmSync(outdir, { recursive: true, force: true });
mkdirSync(ASSETS, { recursive: true });
cpSync('packages/server/migrations', 'dist/migrations', { recursive: true });
cpSync(`${SITE}/articles/content`, 'dist/content', { recursive: true });
cpSync('CHANGELOG.md', 'dist/CHANGELOG.md');

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
