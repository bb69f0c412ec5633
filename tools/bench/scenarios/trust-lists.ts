import { createAnalysisPool, type TrustSnapshot } from '@revera/provenance';
import { createAuthority } from '@revera/testkit/authorities';
import { makeFiles } from '../files.ts';
import { formatSize } from '../format-size.ts';
import { MIB, type Scenario } from '../scenario.ts';
import { summarize } from '../statistics.ts';
import type { Cell } from '../table.ts';
import { trustOf } from '../trust.ts';
import { timeRepeated } from '../verify-in-pool.ts';

/** About the size of the public lists. */
const CERTIFICATES = 100;
/** The lists take turns, so that what else the machine does hits all of them alike. */
const ROUNDS = 8;
const REPETITIONS_A_ROUND = 10;

/** What the trust lists add to each verification. */
export const trustLists: Scenario = {
  name: 'trust-lists',
  async run({ folder, isQuick }) {
    const { files, rootPem } = await makeFiles(folder, [
      { kind: 'jpeg', sizeBytes: MIB, isSigned: true },
      { kind: 'jpeg', sizeBytes: MIB, isSigned: false },
    ]);
    const snapshots = await makeSnapshots(rootPem);
    const pool = await createAnalysisPool({ size: 1 });
    const rows: Cell[][] = [];
    for (const file of files) {
      const series = snapshots.map(({ name, trust }) => ({ name, trust, times: [] as number[] }));
      for (let round = 0; round < (isQuick ? 1 : ROUNDS); round++) {
        for (const { trust, times } of series) {
          times.push(...(await timeRepeated(pool, file, trust, REPETITIONS_A_ROUND)));
        }
      }
      for (const { name, times } of series) {
        const { count, fastest, median, p95 } = summarize(times);
        const label = `${file.kind} ${formatSize(file.actualBytes)}`;
        rows.push([label, file.isSigned ? 'signed' : 'none', name, count, fastest, median, p95]);
      }
    }
    await pool.close();
    return {
      tables: [
        {
          title: 'Cost of the trust lists',
          columns: ['file', 'credential', 'lists', 'runs', 'fastest ms', 'median ms', 'p95 ms'],
          rows,
        },
      ],
      targets: [],
      notes: ['All certificates here are small, of P-256 keys; those of the public lists are larger.'],
    };
  },
};

async function makeSnapshots(rootPem: string): Promise<{ name: string; trust: TrustSnapshot }[]> {
  const names = Array.from({ length: CERTIFICATES }, (_, i) => `Authority ${i}`);
  const authorities = await Promise.all(names.map((authorityName) => createAuthority({ authorityName })));
  // The root of the signer comes last, where a search meets it last.
  const anchors = [...authorities.slice(1).map((authority) => authority.rootPem), rootPem];
  const allowed = authorities.map(({ leaf }) => leaf.pem);
  return [
    { name: 'no list', trust: trustOf([]) },
    { name: '1 anchor', trust: trustOf([rootPem]) },
    { name: `${CERTIFICATES} anchors`, trust: trustOf(anchors) },
    { name: `${CERTIFICATES} anchors, ${CERTIFICATES} allowed`, trust: trustOf(anchors, allowed) },
  ];
}
