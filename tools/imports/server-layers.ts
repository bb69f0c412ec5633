/** The server's layers from the lowest up: a file imports its own layer and those below. */
const LAYERS: readonly (readonly [string, RegExp])[] = [
  ['shared', /^shared\//],
  ['config', /^config(\.ts$|\/)/],
  ['platform', /^(platform|migrations)\//],
  ['http', /^http\//],
  ['web', /^web\//],
  ['features', /^features\//],
  ['services', /^services\.ts$/],
  ['composition', /^(feature-services|chores|queues)\.ts$/],
  ['app and worker', /^(app|worker|route-list|env-example)\.ts$/],
  ['start', /^(first-start|serve|start-rules)\.ts$/],
  ['commands', /^commands\//],
  ['index', /^index\.ts$/],
  // What tests of the whole server share.
  ['testing', /^(testing|whole|attacks)\//],
];

/** A feature imports the index.ts of earlier ones only, so that the features can be read in this order. */
const FEATURE_ORDER = [
  'audit',
  'mail',
  'notices',
  'sessions',
  'api-keys',
  'organizations',
  'accounts',
  'webhooks',
  'usage',
  'billing',
  'trust',
  'jobs',
  'reports',
  'credentials',
  'verification',
  'signing',
  'lab',
  'finance',
  'admin',
  'rights',
  'health',
  'pages',
];

/** The reason why a file has no place in the layout, or null. */
export function misplaced(path: string): string | null {
  if (rank(path) === -1) return 'this file belongs to no layer of the server; add its layer to the table or move it';
  const feature = featureOf(path);
  return feature === null || FEATURE_ORDER.includes(feature)
    ? null
    : `the feature "${feature}" has no place in the order of features`;
}

/** The reason why `from` may not import `to` (both below the server's `src`), or null. */
export function brokenServerArrow(from: string, to: string): string | null {
  if (rank(to) > rank(from)) {
    return `${layerName(from)} may not import ${layerName(to)}: arrows point from index down to shared`;
  }
  if (from.startsWith('web/') && !/^(web|shared)\//.test(to)) {
    return 'web/ also runs in the browser, so it may import web/ and shared/ only';
  }
  const [mine, theirs] = [featureOf(from), featureOf(to)];
  if (mine === null || theirs === null || mine === theirs) return null;
  if (to !== `features/${theirs}/index.ts`) return `the feature ${theirs} is reached only through its index.ts`;
  return FEATURE_ORDER.indexOf(theirs) < FEATURE_ORDER.indexOf(mine)
    ? null
    : `${theirs} comes after ${mine} in the order of features`;
}

function rank(path: string): number {
  return LAYERS.findIndex(([, pattern]) => pattern.test(path));
}

function layerName(path: string): string {
  return LAYERS[rank(path)]?.[0] ?? 'a file of no layer';
}

function featureOf(path: string): string | null {
  return /^features\/([^/]+)\//.exec(path)?.[1] ?? null;
}
