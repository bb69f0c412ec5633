import { createHash } from 'node:crypto';
import { definePage, redirect, type PageRoute } from '../../http/page-route.ts';
import { AppError } from '../../shared/app-error.ts';
import { LANGUAGES } from '../../shared/language.ts';
import { verifyNow } from '../../features/verification/index.ts';
import type { Site } from '../kit/site.ts';
import { pagePath } from '../kit/site-map.ts';
import type { PageServices } from '../services.ts';
import { SAMPLES, sampleAssets, samplePath, type SampleName } from './samples.ts';

/** A file is known by its beginning. */
const HEAD_BYTES = 4096;

interface Ready {
  readonly id: Promise<string>;
  readonly untilMs: number;
}

/**
 * Leads to the result of a sample: an ordinary one, of a verification of the sample's file. It is verified when it is first asked
 * for, and again when half of the time is over for which its result can be read, however many ask meanwhile.
 */
export function sampleRoutes(services: PageServices, site: Site): PageRoute[] {
  const ready = new Map<SampleName, Ready>();
  const resultOf = (name: SampleName, address: string): Promise<string> => {
    const nowMs = services.clock.now().getTime();
    const known = ready.get(name);
    if (known !== undefined && nowMs < known.untilMs) return known.id;
    const id = verifySample(name, address, services, site);
    ready.set(name, { id, untilMs: nowMs + services.verification.anonymousRetentionMs / 2 });
    id.catch(() => {
      // Whoever asked is told; the next who asks tries again.
      ready.delete(name);
    });
    return id;
  };
  return LANGUAGES.flatMap((language) =>
    SAMPLES.map((name) =>
      definePage({
        method: 'GET',
        path: pagePath(language, samplePath(name)),
        rateLimit: 'public_read',
        auth: { kind: 'none' },
        handler: async ({ address }) =>
          redirect(pagePath(language, `results/${await resultOf(name, address)}`), {
            status: 302,
            headers: { 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' },
          }),
      }),
    ),
  );
}

async function verifySample(
  name: SampleName,
  address: string,
  { verification }: PageServices,
  { assets }: Site,
): Promise<string> {
  const asset = assets.find((assets.urls[sampleAssets(name).file] ?? '').replace('/assets/', ''));
  if (asset === undefined) throw new AppError('NOT_FOUND');
  // A copy: a thread takes the bytes that it is given.
  const bytes = Uint8Array.from(asset.bytes);
  const file = {
    content: { kind: 'memory', bytes } as const,
    filename: sampleAssets(name).file,
    declaredMediaType: 'image/jpeg',
    sizeBytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    head: bytes.slice(0, HEAD_BYTES),
    keep: () => {},
  };
  const { id } = await verifyNow(verification, { kind: 'analysis', key: null, address, file });
  return id;
}
