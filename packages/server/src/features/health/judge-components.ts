import type { Component, ComponentState } from '../../shared/components.ts';
import type { ListStatus, QueueStatus, ServiceStatus } from '../../shared/service-status.ts';

/** Work that is due is begun within seconds, unless nobody works or too much is to be done. */
const LATE_MS = 5 * 60_000;

/** What was measured of one moment, before it is judged. */
export type Measured = Omit<ServiceStatus, 'components'>;

/** How what customers need is, of the parts that it is made of. */
export function judgeComponents(measured: Measured): Record<Component, ComponentState> {
  const { works, analysis, isReady, queue, webhooks } = measured;
  const canAnalyse = works.database && works.uploads && analysis.threads > 0;
  const isLate = queue === null || queue.oldestMs > LATE_MS;
  return {
    // Not ready with all of these: a trust list is older than allowed, and verdicts are not what they should be.
    verify: stateOf(canAnalyse && (isReady || !works.storage), !isLate && areListsGood(measured.lists)),
    sign: stateOf(canAnalyse && works.storage, !isLate),
    site: stateOf(works.database, true),
    webhooks: stateOf(works.database, webhooks !== null && !isBehind(webhooks)),
  };
}

function stateOf(works: boolean, isInFull: boolean): ComponentState {
  if (!works) return 'fails';
  return isInFull ? 'works' : 'reduced';
}

function isBehind({ oldestMs }: Pick<QueueStatus, 'oldestMs'>): boolean {
  return oldestMs > LATE_MS;
}

const GOOD_STANDINGS: ReadonlySet<ListStatus['standing']> = new Set(['fresh', 'off', 'missing'] as const);

function areListsGood(lists: readonly ListStatus[] | null): boolean {
  return lists?.every(({ standing }) => GOOD_STANDINGS.has(standing)) ?? false;
}
