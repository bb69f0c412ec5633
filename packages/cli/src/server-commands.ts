import type { createServerCommands, RequestAlgorithm } from '@revera/server';

/** What the command line uses of the server. Naming the type alone does not load it. */
export type ServerCommands = ReturnType<typeof createServerCommands>;

export const KEY_MODES = ['test', 'live'] as const;
export const REQUEST_ALGORITHMS = ['ES256', 'ES384', 'ES512', 'PS256', 'EdDSA'] as const satisfies RequestAlgorithm[];
export const SERVER_ROLES = ['all', 'api', 'worker'] as const;
