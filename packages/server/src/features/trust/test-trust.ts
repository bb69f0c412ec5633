import { fixedClock, type FixedClock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { silentLog } from '../../platform/log.ts';
import type { TrustConfig } from './config.ts';
import type { TrustServices } from './services.ts';

export const START = '2026-11-20T08:00:00.000Z';
export const HOUR_MS = 3_600_000;

/** All three lists at one host: `/c2pa.pem`, `/tsa.pem`, `/legacy.pem`, `/allowed.pem`. */
export function configAt(hostUrl: string): TrustConfig {
  return {
    sources: {
      c2pa: { anchorsUrl: `${hostUrl}/c2pa.pem`, allowedUrl: '' },
      c2pa_tsa: { anchorsUrl: `${hostUrl}/tsa.pem`, allowedUrl: '' },
      legacy: { anchorsUrl: `${hostUrl}/legacy.pem`, allowedUrl: `${hostUrl}/allowed.pem` },
    },
    refreshEveryMs: 24 * HOUR_MS,
    freshForMs: 48 * HOUR_MS,
    fetchTimeoutMs: 10_000,
    allowLoopbackHttp: true,
  };
}

/** An installation without network. */
export function configWithoutAddresses(): TrustConfig {
  const off = { anchorsUrl: '', allowedUrl: '' };
  return { ...configAt(''), sources: { c2pa: off, c2pa_tsa: off, legacy: off } };
}

/** Services on a clock that stands still. */
export function testServices(
  database: Database,
  trust: TrustConfig,
  clock: FixedClock = fixedClock(START),
): TrustServices & { clock: FixedClock } {
  return { database, clock, log: silentLog, config: { trust } };
}
