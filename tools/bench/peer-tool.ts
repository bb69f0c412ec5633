import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findReferenceTool } from '@revera/testkit/conformance';

/** A reference implementation that is installed on this machine. */
export interface PeerTool {
  /** With its version. */
  name: string;
  /** Milliseconds for one file in a process of its own. */
  timeProcess(path: string): Promise<number>;
  /** Milliseconds of each of several verifications within one process; null when the tool has no such thing. */
  timeLibrary(path: string, repetitions: number): Promise<number[] | null>;
}

const run = promisify(execFile);
const OUTPUT_BYTES = 64 * 1024 * 1024;

const PYTHON_ONCE = 'import sys, c2pa; c2pa.Reader(sys.argv[1]).json()';
const PYTHON_REPEATED = [
  'import sys, time, c2pa',
  'for _ in range(int(sys.argv[2])):',
  '    start = time.perf_counter()',
  '    c2pa.Reader(sys.argv[1]).json()',
  '    print((time.perf_counter() - start) * 1000)',
].join('\n');

/** c2patool, else the Python module c2pa, else none. */
export async function findPeerTool(): Promise<PeerTool | null> {
  const tool = await findReferenceTool();
  if (tool === null) return null;
  return tool.kind === 'c2patool' ? c2patool(tool.name) : pythonModule(tool.name);
}

function c2patool(name: string): PeerTool {
  return { name, timeProcess: (path) => timeRun('c2patool', [path]), timeLibrary: () => Promise.resolve(null) };
}

function pythonModule(name: string): PeerTool {
  return {
    name,
    timeProcess: (path) => timeRun('python3', ['-c', PYTHON_ONCE, path]),
    timeLibrary: async (path, repetitions) => {
      const { stdout } = await run('python3', ['-c', PYTHON_REPEATED, path, String(repetitions)]);
      return stdout.trim().split('\n').map(Number);
    },
  };
}

async function timeRun(program: string, args: readonly string[]): Promise<number> {
  const start = performance.now();
  await run(program, args, { maxBuffer: OUTPUT_BYTES });
  return performance.now() - start;
}
