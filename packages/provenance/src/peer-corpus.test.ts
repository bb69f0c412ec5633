import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeWithShared, sharedFolder } from '@revera/testkit';
import {
  describeWithPeers,
  differences,
  openDifferenceTable,
  openPeers,
  type Peers,
  type PeerTrust,
} from '@revera/testkit/peers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEngineBench, type EngineBench } from './testing/engine-bench.ts';
import { readOwn } from './testing/own-reading.ts';
import { listFiles } from './testing/shared-files.ts';
import { realSnapshot } from './testing/trust-snapshots.ts';
import { KEY_PURPOSE } from './trust/key-purposes.ts';

/** The official lists as anybody gives them to a verifier; the interim list with the key purposes of its own settings. */
function conventionalTrust(folder: string): PeerTrust {
  const text = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const interim = text('legacy-anchors.pem');
  return {
    signers: [
      { anchors: text('C2PA-TRUST-LIST.pem'), allowed: '', purposes: [KEY_PURPOSE.claimSigning] },
      {
        anchors: interim,
        allowed: text('legacy-allowed-end-entities.pem'),
        purposes: text('test/store.cfg').match(/^[\d.]+$/gm) ?? [],
      },
    ],
    time_stamps: `${text('C2PA-TSA-TRUST-LIST.pem')}\n${interim}`,
    identities: '',
  };
}

describeWithShared('the corpus', 'corpus', (corpus) => {
  const files = listFiles(corpus).filter((file) => !/README|LICENSE|\.pem$/.test(file));
  const table = openDifferenceTable('corpus');

  describeWithPeers('as others judge it', () => {
    const trustFolder = sharedFolder('trust') ?? '';
    const snapshot = realSnapshot(trustFolder, { testRoots: false });
    let bench: EngineBench;
    let peers: Peers;

    beforeAll(async () => {
      [bench, peers] = await Promise.all([openEngineBench(), openPeers()]);
      await peers.use(conventionalTrust(trustFolder));
    });
    afterAll(async () => {
      table.save();
      await Promise.all([bench.close(), peers.close()]);
    });

    it.each(files)('%s', async (file) => {
      const path = join(corpus, file);
      const { reading, mediaType } = await readOwn(bench, path, snapshot);
      const found = differences(reading, await peers.read(path, mediaType));
      if (!table.update(file, found)) expect(found).toEqual(table.of(file));
    });
  });

  it.each(table.rows)('differs with a reason: $peer, $member, $theirs', ({ why, clause, files: of }) => {
    expect(why.length).toBeGreaterThan(20);
    expect(clause).not.toBe('');
    expect(files).toEqual(expect.arrayContaining(of));
  });
});
