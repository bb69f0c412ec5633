export { ensureServiceRoot } from './ensure-service-root.ts';
export { importTrustList } from './import-trust-list.ts';
export { loadSnapshot } from './load-snapshot.ts';
export { readTrustState } from './read-trust-state.ts';
export { refreshDueLists, refreshTrustLists, type RefreshOutcome } from './refresh-trust-lists.ts';
export { trustRoutes } from './routes.ts';
export type { TrustState } from './schemas.ts';
export { TrustRefusal } from './trust-refusal.ts';
export { createTrustStore, type TrustStore } from './trust-store.ts';
