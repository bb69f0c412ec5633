import type { Config } from '../../config.ts';

/** Where the lists come from and how old they may be. A list with an empty address is not fetched. */
export type TrustConfig = Config['trust'];

/** Lists that have an address; the list `service` is only imported. */
export const FETCHED_LIST_NAMES = ['c2pa', 'c2pa_tsa', 'legacy', 'c2pa_products'] as const;
export type FetchedListName = (typeof FETCHED_LIST_NAMES)[number];
