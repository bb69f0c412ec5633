import { fixedClock, type FixedClock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { silentLog } from '../../platform/log.ts';
import type { TrustConfig } from './config.ts';
import type { TrustServices } from './services.ts';

export const START = '2026-11-20T08:00:00.000Z';
export const HOUR_MS = 3_600_000;
const OFF = { anchorsUrl: '', allowedUrl: '' };

/** The three trust lists at one host: `/c2pa.pem`, `/tsa.pem`, `/legacy.pem`, `/allowed.pem`; no list of products. */
export function configAt(hostUrl: string): TrustConfig {
  return {
    sources: {
      c2pa: { anchorsUrl: `${hostUrl}/c2pa.pem`, allowedUrl: '' },
      c2pa_tsa: { anchorsUrl: `${hostUrl}/tsa.pem`, allowedUrl: '' },
      legacy: { anchorsUrl: `${hostUrl}/legacy.pem`, allowedUrl: `${hostUrl}/allowed.pem` },
      c2pa_products: OFF,
    },
    refreshEveryMs: 24 * HOUR_MS,
    freshForMs: 48 * HOUR_MS,
    fetchTimeoutMs: 10_000,
    allowLoopbackHttp: true,
  };
}

/** An installation without network. */
export function configWithoutAddresses(): TrustConfig {
  return { ...configAt(''), sources: { c2pa: OFF, c2pa_tsa: OFF, legacy: OFF, c2pa_products: OFF } };
}

/** An installation that fetches the list of products alone, from `/products.json`. */
export function configOfProducts(hostUrl: string): TrustConfig {
  const { sources, ...config } = configWithoutAddresses();
  return {
    ...config,
    sources: { ...sources, c2pa_products: { anchorsUrl: `${hostUrl}/products.json`, allowedUrl: '' } },
  };
}

/** Services on a clock that stands still. */
export function testServices(
  database: Database,
  trust: TrustConfig,
  clock: FixedClock = fixedClock(START),
): TrustServices & { clock: FixedClock } {
  return { database, clock, log: silentLog, config: { trust } };
}
