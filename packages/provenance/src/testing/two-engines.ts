import { fork, type ChildProcess } from 'node:child_process';

export interface EngineRequest {
  bytes: Uint8Array;
  format: string;
  isSigning: boolean;
  /** For reading, from engine-settings.ts. Default: those without a trust list. */
  settings?: string;
}

/** `text` is all that the engine said, or its message; `digest` that of the store or of the signed file. */
export interface EngineAnswer {
  kind: string;
  text: string;
  digest: string;
}

/** The engine as it was published and as we change it, each in a process of its own: a thread has only one. */
export interface TwoEngines {
  /** What both say of a file. */
  ask(request: EngineRequest): Promise<{ published: EngineAnswer; native: EngineAnswer }>;
  /** How they hash. */
  kinds: readonly string[];
  close(): void;
}

const PROGRAM = new URL('./engine-process.ts', import.meta.url);

export async function startTwoEngines(): Promise<TwoEngines> {
  const processes = [start('published'), start('native')] as const;
  const [published, native] = processes;
  const [first, second] = await Promise.all([nextAnswer(published), nextAnswer(native)]);
  return {
    kinds: [first.kind, second.kind],
    ask: async (request) => {
      const answers = Promise.all([nextAnswer(published), nextAnswer(native)]);
      for (const child of processes) child.send(request);
      const [ofPublished, ofNative] = await answers;
      return { published: ofPublished, native: ofNative };
    },
    close: () => processes.forEach((child) => child.kill()),
  };
}

function start(kind: string): ChildProcess {
  return fork(PROGRAM, [kind], {
    execArgv: ['--import', 'tsx', '--conditions=revera-source'],
    serialization: 'advanced',
  });
}

/** Rejects when the process ends instead. */
function nextAnswer(child: ChildProcess): Promise<EngineAnswer> {
  return new Promise((resolve, reject) => {
    const failed = (): void => reject(new Error('the process of an engine ended'));
    child.once('exit', failed);
    child.once('message', (message) => {
      child.off('exit', failed);
      if (isAnswer(message)) resolve(message);
      else reject(new TypeError('the process of an engine sent something else'));
    });
  });
}

function isAnswer(message: unknown): message is EngineAnswer {
  return typeof message === 'object' && message !== null && 'kind' in message && 'digest' in message;
}
