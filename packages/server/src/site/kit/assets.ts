import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { chooseEncoding, type ContentEncoding } from '../../http/content-encoding.ts';
import type { PageRoute } from '../../http/page-route.ts';
import { AppError } from '../../shared/app-error.ts';
import { lazy } from '../../shared/lazy.ts';
import type { ReportStyle } from '../result/html-report.tsx';

/** Beside the bundle in `dist`, or in `dist` of the checkout when the sources are run directly. */
const CANDIDATES = ['./assets', '../../../../../dist/assets'];

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  jpg: 'image/jpeg',
  webp: 'image/webp',
};

const manifestSchema = z.record(z.string(), z.string().regex(/^[\w-]+\.[a-z]+$/));

interface Asset {
  type: string;
  bytes: Buffer;
  encoded: Readonly<Record<ContentEncoding, Buffer>>;
}

/** What the pages load: read once, served from memory. */
export interface Assets {
  /** `site.css` -> `/assets/site-1A2B3C4D.css` */
  urls: Readonly<Record<string, string>>;
  find(name: string): Asset | undefined;
}

/** @throws when the assets were not built */
export function loadAssets(): Assets {
  const { folder, names } = findAssets();
  const assets = new Map(Object.values(names).map((name) => [name, readAsset(folder, name)]));
  return {
    urls: Object.fromEntries(Object.entries(names).map(([own, served]) => [own, `/assets/${served}`])),
    find: (name) => assets.get(name),
  };
}

/** Where they lie, and by which name each is served. */
function findAssets(): { folder: string; names: Readonly<Record<string, string>> } {
  const folder = CANDIDATES.map((path) => fileURLToPath(new URL(path, import.meta.url))).find((path) =>
    existsSync(join(path, 'manifest.json')),
  );
  if (folder === undefined) throw new Error('the assets of the pages are missing: npm run build makes them');
  return { folder, names: manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))) };
}

/** The stylesheet of the pages, for a file that carries it in itself; read with the first such file. */
export const readReportStyle = lazy((): ReportStyle => {
  const { folder, names } = findAssets();
  const css = readFileSync(join(folder, names['site.css'] ?? 'site.css'), 'utf8');
  return { css, hash: `sha256-${createHash('sha256').update(css).digest('base64')}` };
});

function readAsset(folder: string, name: string): Asset {
  const path = join(folder, name);
  return {
    type: TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
    bytes: readFileSync(path),
    encoded: { br: readFileSync(`${path}.br`), gzip: readFileSync(`${path}.gz`) },
  };
}

/** Their names change with their content, so a browser never has to ask again. */
const FOREVER = 'public, max-age=31536000, immutable';

export function assetRoute(assets: Assets): PageRoute {
  return {
    method: 'GET',
    path: '/assets/{name}',
    rateLimit: 'none',
    auth: { kind: 'none' },
    handler: ({ params, headers }) => {
      const asset = assets.find(params['name'] ?? '');
      if (asset === undefined) throw new AppError('NOT_FOUND');
      const encoding = chooseEncoding(headers['accept-encoding']);
      return {
        headers: {
          'content-type': asset.type,
          'cache-control': FOREVER,
          vary: 'Accept-Encoding',
          ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
        },
        body: encoding === undefined ? asset.bytes : asset.encoded[encoding],
      };
    },
  };
}
