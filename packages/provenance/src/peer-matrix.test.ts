import { hasOpenssl } from '@revera/testkit/authorities';
import {
  createMatrixWorld,
  describeWithPeers,
  differences,
  matrixCases,
  PEERS,
  type MatrixCase,
  type MatrixFile,
  openDifferenceTable,
  openPeers,
  type MatrixWorld,
  type Peers,
  type PeerReading,
  type PeerTrust,
} from '@revera/testkit/peers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEngineBench, type EngineBench } from './testing/engine-bench.ts';
import { readOwn } from './testing/own-reading.ts';
import { listOf, snapshotOf } from './testing/trust-snapshots.ts';
import { KEY_PURPOSE } from './trust/key-purposes.ts';
import type { TrustSnapshot } from './trust/trust-list.ts';

const CLAIM_SIGNING = [KEY_PURPOSE.claimSigning];
/** From the interim list's own settings. */
const INTERIM = [
  KEY_PURPOSE.emailProtection,
  KEY_PURPOSE.documentSigning,
  KEY_PURPOSE.timeStamping,
  KEY_PURPOSE.ocspSigning,
  '1.3.6.1.4.1.311.76.59.1.9',
  KEY_PURPOSE.claimSigning,
];

/** The same certificates, as we take them and as others do. Every list names somebody: none may be empty. */
function trustOf({ list = 'c2pa' }: MatrixCase, { signer }: MatrixFile, world: MatrixWorld) {
  const c2pa = { anchors: list === 'c2pa' ? signer.rootPem : world.strangerPem, allowed: '' };
  const interim = {
    anchors: list === 'interim' ? signer.rootPem : world.strangerPem,
    allowed: list === 'allowed' ? signer.leaf.pem : '',
  };
  const ours: TrustSnapshot = snapshotOf(
    listOf('c2pa', [c2pa.anchors]),
    listOf('legacy', [interim.anchors], list === 'allowed' ? [interim.allowed] : []),
    listOf('c2pa_tsa', [world.timeStampRootPem]),
  );
  const theirs: PeerTrust = {
    signers: [
      { ...c2pa, purposes: CLAIM_SIGNING },
      { ...interim, purposes: INTERIM },
    ],
    time_stamps: world.timeStampRootPem,
    identities: '',
  };
  return { ours, theirs };
}

/** Times change whenever the files are made again. */
function nameTime(reading: PeerReading, { stampedAt }: MatrixFile): PeerReading {
  if (reading.time === null) return reading;
  const isOfStamp = reading.time.slice(0, 19) === stampedAt?.toISOString().slice(0, 19);
  return { ...reading, time: isOfStamp ? 'of the stamp' : 'another' };
}

describe.runIf(hasOpenssl())('files with every trait of a credential', () => {
  const table = openDifferenceTable('matrix');

  describeWithPeers('as others judge them', () => {
    let bench: EngineBench;
    let peers: Peers;
    let world: MatrixWorld;

    beforeAll(async () => {
      [bench, peers, world] = await Promise.all([openEngineBench(), openPeers(), createMatrixWorld(new Date())]);
    });
    afterAll(async () => {
      table.save();
      await Promise.all([bench.close(), peers.close()]);
    });

    const pathOf = async ({ bytes, kind, signing }: MatrixFile): Promise<string> => {
      const path = await bench.write(bytes);
      if (signing === null) return path;
      const output = `${path}.${kind.extension}`;
      await peers.sign({ path, media_type: kind.mediaType, output, ...signing });
      return output;
    };

    it.each(matrixCases)('$name', async (matrixCase) => {
      const file = await world.make(matrixCase);
      const path = await pathOf(file);
      const { ours, theirs } = trustOf(matrixCase, file, world);
      await peers.use(theirs);
      const [own, others] = [await readOwn(bench, path, ours), await peers.read(path, file.kind.mediaType)];
      const found = differences(
        nameTime(own.reading, file),
        Object.fromEntries(PEERS.map((peer) => [peer, nameTime(others[peer], file)])),
      );
      if (!table.update(matrixCase.name, found)) expect(found).toEqual(table.of(matrixCase.name));
    });
  });

  it.each(table.rows)('differ with a reason: $peer, $member, $theirs', ({ why, clause, files }) => {
    expect(why.length).toBeGreaterThan(20);
    expect(clause).not.toBe('');
    expect(matrixCases.map(({ name }) => name)).toEqual(expect.arrayContaining(files));
  });
});
