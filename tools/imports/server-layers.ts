/** The server's layers from the lowest up: a file imports its own layer and those below. */
const LAYERS: readonly (readonly [string, RegExp])[] = [
  ['shared', /^shared\//],
  ['config', /^config(\.ts$|\/)/],
  ['platform', /^(platform|migrations)\//],
  ['http', /^http\//],
  ['features', /^features\//],
  ['site', /^site\//],
  ['services', /^services\.ts$/],
  ['composition', /^(feature-services|chores|queues)\.ts$/],
  ['app and worker', /^(app|worker|route-list|env-example)\.ts$/],
  ['start', /^(first-start|serve|start-rules)\.ts$/],
  ['commands', /^commands\//],
  ['index', /^index\.ts$/],
  // What tests of the whole server share.
  ['testing', /^(testing|whole|attacks)\//],
];

/**
 * A feature imports the index.ts of earlier ones only, so that the features can be read in this order. A name with a slash
 * is a feature inside a group; the group's own folder holds nothing but an index.ts, whose place is after its members.
 */
const FEATURE_ORDER = [
  'audit',
  // Any later feature records an event; webhooks deliver it.
  'events',
  'mail',
  'notices',
  'sessions',
  'api-keys',
  'organizations',
  'accounts',
  'webhooks',
  // A paid order credits the ledger or extends the subscription, so orders know both.
  'billing/plans',
  'billing/ledger',
  'billing/recognition',
  'billing/epay',
  'billing/subscriptions',
  'billing/charges',
  'billing/orders',
  'billing/renewals',
  'billing/documents',
  'billing/refunds',
  'billing',
  // What a job costs is taken from the plan or the balance when the job ends.
  'usage',
  'billing/overview',
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
  'incidents',
  'health',
];

/** The reason why a file has no place in the layout, or null. */
export function misplaced(path: string): string | null {
  if (rank(path) === -1) return 'this file belongs to no layer of the server; add its layer to the table or move it';
  const feature = featureOf(path);
  if (feature === null) return null;
  if (!FEATURE_ORDER.includes(feature)) return `the feature "${feature}" has no place in the order of features`;
  if (!isGroup(feature) || path === doorOf(feature)) return null;
  return `${feature}/ groups features, so the only file of its own is index.ts`;
}

/** The reason why `from` may not import `to` (both below the server's `src`), or null. */
export function brokenServerArrow(from: string, to: string): string | null {
  if (rank(to) > rank(from)) {
    return `${layerName(from)} may not import ${layerName(to)}: arrows point from index down to shared`;
  }
  const [mine, theirs] = [featureOf(from), featureOf(to)];
  if (theirs === null || mine === theirs || (mine === null && !from.startsWith('site/'))) return null;
  if (to !== doorOf(theirs)) return `the feature ${theirs} is reached only through its index.ts`;
  if (mine === null) return null;
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

/** The feature that a file belongs to, by its folder or, inside a group, by its two folders; null outside features/. */
function featureOf(path: string): string | null {
  const [layer = '', first = '', second = '', ...rest] = path.split('/');
  if (layer !== 'features' || second === '') return null;
  return isGroup(first) && rest.length > 0 ? `${first}/${second}` : first;
}

function isGroup(feature: string): boolean {
  return FEATURE_ORDER.some((name) => name.startsWith(`${feature}/`));
}

function doorOf(feature: string): string {
  return `features/${feature}/index.ts`;
}
