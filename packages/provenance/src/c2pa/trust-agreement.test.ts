import { basename } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { openFileSource } from '../bytes/random-access.ts';
import { findMediaType } from '../media/media-types.ts';
import { sniff } from '../media/sniff.ts';
import { TEST_TIME } from '../testing/engine-bench.ts';
import { describeWithShared, sharedFolder } from '@revera/testkit';
import { listFiles } from '../testing/shared-files.ts';
import { realSnapshot } from '../testing/trust-snapshots.ts';
import { matchChain } from '../trust/match-chain.ts';
import { prepareSnapshot } from '../trust/prepare-snapshot.ts';
import { readChainFacts } from './chain-facts.ts';
import { containsManifestStore } from './contains-manifest-store.ts';
import { decodeCoseChain } from './cose-chain.ts';
import { decodeRecord, decodeText } from './loose-json.ts';
import { compileEngineModule } from './engine-module.ts';
import { engineSettings } from './engine-settings.ts';
import { loadEngine } from './engine.ts';
import type { C2paEngine } from './engine.ts';
import { decodeManifestStore, findManifestBoxes, listManifestLabels } from './jumbf.ts';

const ALLOWED_LEAF = /found in \[\] /;
const ANCHOR_LIST = /found in \[urn:revera:trust:(\w+)\]/;

/** Which list the engine says the signer is in: its name, `allowed_list`, or null for an untrusted signer. */
function engineMatch(storeJson: string): string | null {
  const trusted = storeJson.match(/signing certificate trusted, found in \[[^\]]*\] trust anchors/)?.[0] ?? '';
  return ALLOWED_LEAF.test(trusted) ? 'allowed_list' : (ANCHOR_LIST.exec(trusted)?.[1] ?? null);
}

/** Lists that must be met in the corpus, by file, so that agreement is not agreement about nothing. */
const EXPECTED: Readonly<Record<string, string>> = {
  'flux-1.png': 'allowed_list',
  'express-signed.pdf': 'legacy',
  'ocsp.jpg': 'legacy',
  'truepic-20230212-camera.jpg': 'legacy',
  'CA.jpg': 'service',
  'update_manifest.jpg': 'service',
};

describeWithShared('our own search for the list of a signer, against the engine', 'corpus', (corpus) => {
  const files = listFiles(corpus).filter((file) => !/README|LICENSE|\.(txt|ttf)$/.test(file));
  const snapshot = realSnapshot(sharedFolder('trust') ?? '', { testRoots: true });
  const prepared = prepareSnapshot(snapshot);
  const settings = engineSettings(snapshot);
  let engine: C2paEngine;

  beforeAll(async () => {
    engine = await loadEngine(await compileEngineModule());
  });

  it.each(files)('%s', async (file) => {
    const source = openFileSource(`${corpus}/${file}`);
    const format = findMediaType(sniff(source) ?? '')?.engine_format ?? '';
    const outcome = await engine.read(source, format, settings, TEST_TIME);
    const found = containsManifestStore(source);
    source.close();
    expect(outcome.kind).not.toBe('crashed');
    if (outcome.kind !== 'read') {
      expect(EXPECTED).not.toHaveProperty([basename(file)]);
      return;
    }
    expect(found).toBe(true);
    const active = decodeText(decodeRecord(JSON.parse(outcome.storeJson))['active_manifest']) ?? '';
    const store = decodeManifestStore(outcome.store);
    expect(listManifestLabels(store)).toContain(active);
    const boxes = findManifestBoxes(store, active);
    expect(boxes?.claim).not.toBeNull();
    const chain = decodeCoseChain(boxes?.signature ?? new Uint8Array());
    expect(readChainFacts(chain)).toMatchObject({ self_signed: false, links_valid: true });
    const match = matchChain(chain, prepared);
    const ours = match?.via === 'allowed_list' ? 'allowed_list' : (match?.list ?? null);
    expect(ours).toBe(engineMatch(outcome.storeJson));
    const expected = EXPECTED[basename(file)];
    if (expected !== undefined) expect(ours).toBe(expected);
  });
});
