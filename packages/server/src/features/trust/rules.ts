import type { KeptListName, TrustListDiff } from '@revera/provenance';
import { FETCHED_LIST_NAMES, type FetchedListName, type TrustConfig } from './config.ts';
import { TRUST_LIMITS } from './limits.ts';

const IMPORTED = 'import:';
/** The source of what the installation itself added to its list: the root of its development certificates. */
export const INSTALLATION_SOURCE = 'installation';

/** The recorded source of an imported copy: `import:` and the name the importer gave, without control characters. */
export function importSource(givenName: string): string {
  return IMPORTED + givenName.replaceAll(/\p{C}/gu, ' ').slice(0, TRUST_LIMITS.sourceCharacters);
}

/** The addresses of a list in one text, as they are stored with a copy fetched from there. */
export function fetchSource(name: FetchedListName, config: TrustConfig): string {
  const { anchorsUrl, allowedUrl } = config.sources[name];
  return allowedUrl === '' ? anchorsUrl : `${anchorsUrl} ${allowedUrl}`;
}

/** Whether the list has an address to fetch from. */
export function isFetched(name: KeptListName, config: TrustConfig): name is FetchedListName {
  return FETCHED_LIST_NAMES.some((fetched) => fetched === name && config.sources[fetched].anchorsUrl !== '');
}

/**
 * Whether a stored copy counts. Without an address a list is off, so an earlier fetched copy no longer counts; an imported one
 * does, for installations that cannot fetch.
 */
export function isInUse(name: KeptListName, source: string, config: TrustConfig): boolean {
  return name === 'service' || isFetched(name, config) || source.startsWith(IMPORTED);
}

/** Whether the list should be fetched now. `stored` is undefined when it was never tried. */
export function isDue(stored: { nextRefreshAt: Date | null } | undefined, now: Date): boolean {
  return stored?.nextRefreshAt == null || stored.nextRefreshAt <= now;
}

/** Whether a new copy loses more than is allowed without an administrator's consent. */
export function losesTooMuch(diff: Pick<TrustListDiff, 'lossRatio'>): boolean {
  return diff.lossRatio > TRUST_LIMITS.lossRatio;
}

/** When to fetch next after a success. `random` answers 0 to 1. */
export function nextRefreshAt(now: Date, config: TrustConfig, random = Math.random): Date {
  return new Date(now.getTime() + withJitter(config.refreshEveryMs, random()));
}

/** When to try again after a failure; never later than after a success. */
export function nextRetryAt(now: Date, hasCopy: boolean, config: TrustConfig, random = Math.random): Date {
  const wait = hasCopy ? TRUST_LIMITS.retryMs : TRUST_LIMITS.retryAbsentMs;
  return new Date(now.getTime() + withJitter(Math.min(wait, config.refreshEveryMs), random()));
}

function withJitter(ms: number, random: number): number {
  return Math.round(ms * (1 + TRUST_LIMITS.jitter * (2 * random - 1)));
}
