// What a build consists of: the command line (which holds the server), the threads and processes it starts, what the pages
// load, the files it reads at run time, and the engine as a library. Dependencies stay in node_modules.
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, parse } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const SITE = 'packages/server/src/site';
/** What a page loads, such as `verify.island.ts`; it is served as `verify-HASH.js`. */
/** The samples of the start page, and the small pictures of them. */
const SAMPLE = /\.(?:jpg|webp)$/;
const ISLAND = /\.island\.ts$/;

/** Writes everything into a folder, which lies one level below the root of the checkout's builds. */
export async function writeBundles(folder) {
  mkdirSync(join(folder, 'assets'), { recursive: true });
  cpSync('packages/server/migrations', join(folder, 'migrations'), { recursive: true });
  cpSync('packages/server/plans.json', join(folder, 'plans.json'));
  cpSync(`${SITE}/articles/content`, join(folder, 'content'), { recursive: true });
  cpSync('CHANGELOG.md', join(folder, 'CHANGELOG.md'));
  const bundles = await Promise.allSettled([program, library, assets].map((bundle) => build(bundle(folder))));
  // Only now that none of them still writes: the caller removes the folder.
  for (const { status, reason } of bundles) if (status === 'rejected') throw reason;
}

const ours = {
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
  'pixel-process': 'packages/provenance/src/pool/pixel-process.ts',
  'thumbnail-process': 'packages/provenance/src/pool/thumbnail-process.ts',
};

const program = (folder) => ({
  ...ours,
  entryPoints: {
    cli: 'packages/cli/src/main.ts',
    'report-thread': 'packages/server/src/features/reports/report-pdf/report-thread.ts',
    ...apart,
  },
  outdir: folder,
  // Commands that do not need the server do not load it.
  splitting: true,
  banner: { js: '#!/usr/bin/env node' },
});

const library = (folder) => ({
  ...ours,
  entryPoints: {
    index: 'packages/provenance/src/index.ts',
    statuses: 'packages/provenance/src/present/statuses.ts',
    statement: 'packages/provenance/src/present/statement/index.ts',
    ...apart,
  },
  outdir: join(folder, 'provenance'),
});

const assets = (folder) => ({
  entryPoints: [
    entry(`${SITE}/kit/styles/site.css`),
    ...['favicon.svg', 'favicon.ico', 'apple-touch-icon.png', 'icon-192.png', 'icon-512.png'].map((name) =>
      entry(`${SITE}/kit/icons/${name}`),
    ),
    ...readdirSync(`${SITE}/samples/files`)
      .filter((name) => SAMPLE.test(name))
      .map((name) => entry(`${SITE}/samples/files/${name}`)),
    ...readdirSync(SITE, { recursive: true })
      .filter((path) => ISLAND.test(path))
      .map((path) => entry(join(SITE, path))),
  ],
  bundle: true,
  minify: true,
  metafile: true,
  platform: 'browser',
  format: 'esm',
  target: ['chrome111', 'firefox114', 'safari16.4'],
  conditions: ['revera-source'],
  loader: { '.svg': 'copy', '.png': 'copy', '.ico': 'copy', '.jpg': 'copy', '.webp': 'copy' },
  entryNames: '[name]-[hash]',
  outdir: join(folder, 'assets'),
  logLevel: 'warning',
  plugins: [assetManifest(join(folder, 'assets'))],
});

function entry(path) {
  return { in: path, out: parse(path.replace(ISLAND, '.js')).name };
}

/** Written beside the assets: by which name each is served. The name changes with the content, so browsers keep them. */
const assetManifest = (folder) => ({
  name: 'asset-manifest',
  setup(setup) {
    setup.onEnd(({ metafile }) => {
      if (metafile === undefined) return;
      const names = Object.entries(metafile.outputs).flatMap(([path, { entryPoint }]) =>
        entryPoint === undefined ? [] : [[basename(entryPoint).replace(ISLAND, '.js'), basename(path)]],
      );
      for (const [, name] of names) compress(join(folder, name));
      writeFileSync(join(folder, 'manifest.json'), JSON.stringify(Object.fromEntries(names), null, 2));
    });
  },
});

function compress(path) {
  const bytes = readFileSync(path);
  writeFileSync(`${path}.br`, brotliCompressSync(bytes));
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
}
