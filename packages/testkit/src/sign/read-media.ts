import { WasmReader } from '@contentauth/c2pa-wasm';
import { CLAIM_SIGNER_PURPOSES } from '../authorities/certificate-authority.ts';
import { loadEngine } from './engine.ts';

/** What the reference engine says about a file, for tests of the builders; the product has a reader of its own. */
export interface EngineReading {
  /** `Trusted`, `Valid` or `Invalid` (C2PA 2.x §13.3); null when the engine gives none. */
  state: string | null;
  /** Failure codes of the active manifest. */
  failures: string[];
  activeLabel: string | null;
  /** The SDK's manifest store report. */
  report: Record<string, unknown>;
}

/** Reads and validates with the given PEM certificates as trust anchors. Rejects with the engine's own error. */
export async function readMedia(bytes: Uint8Array, mediaType: string, anchorsPem?: string): Promise<EngineReading> {
  return withReader(bytes, mediaType, anchorsPem, (reader) => {
    const report: unknown = JSON.parse(reader.json());
    if (!isRecord(report)) throw new TypeError('The engine reports no object');
    const state = typeof report['validation_state'] === 'string' ? report['validation_state'] : null;
    return { state, failures: failureCodes(report), activeLabel: reader.activeLabel() ?? null, report };
  });
}

/** Opens the engine's reader on a file, with the given PEM certificates as trust anchors and no network. */
export async function withReader<T>(
  bytes: Uint8Array,
  mediaType: string,
  anchorsPem: string | undefined,
  read: (reader: WasmReader) => T,
): Promise<T> {
  loadEngine();
  const anchors = [{ trust_uri: 'urn:revera:testkit', trust_kind: 'manifest', trust_anchors: anchorsPem }];
  // The check of a certificate's profile reads the purposes here and nowhere else.
  const trust_config = CLAIM_SIGNER_PURPOSES.join('\n');
  const settings = {
    trust: { trust_config, ...(anchorsPem !== undefined && { anchors }) },
    verify: { remote_manifest_fetch: false, ocsp_fetch: false },
    core: { allowed_network_hosts: [] },
  };
  const reader = await WasmReader.fromBytes(mediaType, bytes, JSON.stringify(settings));
  try {
    return read(reader);
  } finally {
    reader.free();
  }
}

function failureCodes(report: Record<string, unknown>): string[] {
  const results = report['validation_results'];
  const active = isRecord(results) ? results['activeManifest'] : undefined;
  const failures = isRecord(active) ? active['failure'] : undefined;
  if (!Array.isArray(failures)) return [];
  return failures.map((entry: unknown) => (isRecord(entry) ? String(entry['code']) : 'unnamed'));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
