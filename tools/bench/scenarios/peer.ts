import { createAnalysisPool } from '@revera/provenance';
import { makeFiles, type FileSpec } from '../files.ts';
import { formatSize } from '../format-size.ts';
import { findPeerTool } from '../peer-tool.ts';
import { MIB, type Scenario } from '../scenario.ts';
import { median } from '../statistics.ts';
import type { Cell } from '../table.ts';
import { trustOf } from '../trust.ts';
import { timeRepeated } from '../verify-in-pool.ts';

const FILES: FileSpec[] = [
  { kind: 'jpeg', sizeBytes: 100 * 1024, isSigned: true },
  { kind: 'jpeg', sizeBytes: MIB, isSigned: true },
  { kind: 'png', sizeBytes: 10 * MIB, isSigned: true },
  { kind: 'mp4', sizeBytes: 10 * MIB, isSigned: true },
  { kind: 'mp4', sizeBytes: 50 * MIB, isSigned: true },
];

/** The obvious alternative, one process of the reference tool for each file, beside our warm pool. */
export const peer: Scenario = {
  name: 'peer',
  async run({ folder, isQuick }) {
    const tool = await findPeerTool();
    if (tool === null) {
      return {
        tables: [],
        targets: [],
        notes: ['No peer is installed (c2patool or c2pa-python): nothing to compare with.'],
      };
    }
    const { files } = await makeFiles(folder, isQuick ? FILES.slice(0, 2) : FILES);
    const trust = trustOf([]);
    const repetitions = isQuick ? 3 : 11;
    const pool = await createAnalysisPool({ size: 1 });
    const rows: Cell[][] = [];
    for (const file of files) {
      const warm: number[] = [];
      const processes: number[] = [];
      // In turns, so that what else the machine does hits both alike.
      for (let i = 0; i < repetitions; i++) {
        warm.push(...(await timeRepeated(pool, file, trust, 2)));
        processes.push(await tool.timeProcess(file.path));
      }
      const ours = median(warm);
      const process = median(processes);
      const repeated = await tool.timeLibrary(file.path, repetitions + 1);
      const library = repeated === null ? null : median(repeated.slice(1));
      const ratio = library === null ? null : ours / library;
      rows.push([`${file.kind} ${formatSize(file.actualBytes)}`, ours, process, ours / process, library, ratio]);
    }
    await pool.close();
    return {
      tables: [
        {
          title: `Beside ${tool.name} (medians; a ratio below 1 means that ours is faster)`,
          columns: [
            'signed file',
            'ours, warm ms',
            'peer, a process a file ms',
            'ours / peer process',
            'peer, warm library ms',
            'ours / warm library',
          ],
          rows,
        },
      ],
      targets: [],
      notes: ['The peer runs as native code with the SHA instructions of the processor; ours runs as WebAssembly.'],
    };
  },
};
