import { parentPort, workerData } from 'node:worker_threads';
import { openFileSource } from '../bytes/random-access.ts';
import { createInspector, InspectError, type Inspector } from '../inspector.ts';
import type { TrustSnapshot } from '../trust/trust-list.ts';
import type { AnalyzeMessage, ThreadHealth, ThreadMessage, ThreadStart } from './messages.ts';

/** Entry point of an analysis thread: one file at a time, no network, no environment. */
async function main(): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('The analysis thread runs only inside an analysis pool');
  // The engine is told not to use the network; without `fetch` it could not if it tried.
  Reflect.deleteProperty(globalThis, 'fetch');
  // The engine prints its own panics, which a hostile file can cause at will; the crash is reported as a fact instead.
  console.error = () => undefined;
  const { engineModule } = workerData as ThreadStart;
  const inspector = await createInspector(engineModule);
  process.on('uncaughtException', (error) => {
    // Anything else is our own fault: the thread dies of it and is replaced.
    if (!inspector.reportUncaught(error)) throw error;
  });
  const state: { trust: TrustSnapshot | null } = { trust: null };
  const post = (message: ThreadMessage): void => port.postMessage(message);
  port.on('message', (message: AnalyzeMessage) => {
    state.trust = message.trust ?? state.trust;
    const trust = state.trust;
    if (trust === null) throw new Error('The first file came without a trust snapshot');
    void analyze(inspector, message, trust).then(post);
  });
  post({ kind: 'ready' });
}

async function analyze(inspector: Inspector, message: AnalyzeMessage, trust: TrustSnapshot): Promise<ThreadMessage> {
  const health = (): ThreadHealth => ({ usable: inspector.isUsable(), engineMemoryBytes: inspector.memoryBytes() });
  let source;
  try {
    source = openFileSource(message.path);
  } catch {
    // Absent, a folder, no permission: the caller named the path and learns that it cannot be read.
    return { kind: 'refused', code: 'file_unreadable', health: health() };
  }
  try {
    const { declaredMediaType } = message;
    const inspection = await inspector.inspect(source, { trust, at: new Date(message.at), declaredMediaType });
    return { kind: 'done', inspection, health: health() };
  } catch (error) {
    if (error instanceof InspectError) return { kind: 'refused', code: error.code, health: health() };
    throw error;
  } finally {
    source.close();
  }
}

await main();
