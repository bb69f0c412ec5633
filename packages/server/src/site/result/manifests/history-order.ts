import type { ManifestFacts, ManifestStoreFacts } from '@revera/provenance';
import { historyOf, type ManifestNode } from './history.ts';
import { orderOf } from './layout.ts';
import { SHOWN } from './props.ts';

/** The actions of one manifest, as far as they are shown. */
export interface Chapter {
  readonly number: number;
  readonly manifest: ManifestFacts;
  readonly actions: ManifestFacts['actions'];
  readonly left: number;
}

/**
 * Manifests from the earliest to the active one: each after those that went into it. Which is the earlier of two that do
 * not know each other nobody can say. When there are too many actions, those nearest to the active manifest stay.
 */
export function chaptersOf(store: ManifestStoreFacts): Chapter[] {
  const { nodes, edges } = historyOf(store, []);
  const manifests = nodes.filter((node): node is ManifestNode => node.kind === 'manifest');
  const room = roomFor(manifests);
  const place = new Map(orderOf(nodes, edges).map((id, at) => [id, at]));
  const earliestFirst = manifests.toSorted((one, other) => (place.get(other.id) ?? 0) - (place.get(one.id) ?? 0));
  const unreached = earliestFirst.filter(({ isReached }) => !isReached);
  return [...unreached, ...earliestFirst.filter(({ isReached }) => isReached)].map(({ id, number, manifest }) => {
    const actions = manifest.actions.slice(0, room.get(id) ?? 0);
    return { number, manifest, actions, left: manifest.actions.length - actions.length };
  });
}

function roomFor(manifests: readonly ManifestNode[]): Map<string, number> {
  let room: number = SHOWN.actions;
  return new Map(
    manifests.map(({ id, manifest }) => {
      const own = Math.min(manifest.actions.length, SHOWN.actionsOfManifest, room);
      room -= own;
      return [id, own];
    }),
  );
}
