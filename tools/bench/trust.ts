import { makeTrustList, makeTrustSnapshot, type TrustSnapshot } from '@revera/provenance';

const FRESH_FOR_MS = 1000 * 60 * 60 * 24;

/** An installation with one list of these certificates (PEM), or with none at all. */
export function trustOf(anchors: readonly string[], allowed: readonly string[] = []): TrustSnapshot {
  const list = makeTrustList({
    name: 'legacy',
    anchors: [...anchors],
    allowed: [...allowed],
    fetched_at: new Date().toISOString(),
    last_fetch_failed: false,
  });
  return makeTrustSnapshot(anchors.length + allowed.length === 0 ? [] : [list], ['legacy'], FRESH_FOR_MS);
}
