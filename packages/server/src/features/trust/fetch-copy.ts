import { fetchBounded } from '../../platform/outbound.ts';
import type { FetchedListName, TrustConfig } from './config.ts';
import { TRUST_LIMITS } from './limits.ts';
import { fetchSource } from './rules.ts';
import { decodeCopy, type SourcedCopy } from './trust-lists.ts';
import { TrustRefusal } from './trust-refusal.ts';

const ACCEPT = 'application/json, application/x-pem-file, text/plain;q=0.9, */*;q=0.5';

/**
 * Fetches one list from its address, or its two addresses, and reads it.
 *
 * @throws {OutboundError} not fetched
 * @throws {TrustRefusal} fetched, and not a list that can be used
 */
export async function fetchCopy(
  name: FetchedListName,
  config: TrustConfig,
  at: Date,
  signal: AbortSignal | undefined,
): Promise<SourcedCopy> {
  const { anchorsUrl, allowedUrl } = config.sources[name];
  const [anchors, allowed] = await Promise.all([
    fetchText(anchorsUrl, config, signal),
    allowedUrl === '' ? null : fetchText(allowedUrl, config, signal),
  ]);
  return { list: decodeCopy(name, { anchors, allowed }, at).list, source: fetchSource(name, config) };
}

async function fetchText(url: string, config: TrustConfig, signal: AbortSignal | undefined): Promise<string> {
  const bytes = await fetchBounded(url, {
    maxBytes: TRUST_LIMITS.fetchBytes,
    timeoutMs: config.fetchTimeoutMs,
    accept: ACCEPT,
    allowLoopbackHttp: config.allowLoopbackHttp,
    signal,
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new TrustRefusal('NOT_TEXT', 'the list is not UTF-8 text', { cause });
  }
}
