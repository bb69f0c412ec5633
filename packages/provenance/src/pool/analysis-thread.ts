import { parentPort, workerData } from 'node:worker_threads';
import { bufferSource, openContent, type FileContent, type RandomAccess } from '../bytes/random-access.ts';
import { examineClip } from '../lab/examine-clip.ts';
import { createInspector, InspectError, type Inspection, type Inspector } from '../inspector.ts';
import type { MediaType } from '../media/media-types.ts';
import { SignAssetError } from '../sign-asset.ts';
import type { TrustSnapshot } from '../trust/trust-list.ts';
import { CallerRefusedError, createCallerPort, type CallerPort } from './caller-port.ts';
import type {
  AnalyzeMessage,
  ExamineMessage,
  PoolMessage,
  RefusalCode,
  SignMessage,
  ThreadHealth,
  ThreadMessage,
  ThreadStart,
} from './messages.ts';
import { isPreviewable } from './preview-picture.ts';
import { writeHashed } from './write-hashed.ts';

/** Entry point of an analysis thread: one file at a time, no network, no environment. */
async function main(): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('The analysis thread runs only inside an analysis pool');
  // The engine is told not to use the network; without `fetch` it could not if it tried.
  Reflect.deleteProperty(globalThis, 'fetch');
  // The engine prints its own panics, which a hostile file can cause at will; the crash is reported as a fact instead.
  console.error = () => undefined;
  const { engine } = workerData as ThreadStart;
  const inspector = await createInspector(engine);
  process.on('uncaughtException', (error) => {
    // Anything else is our own bug: it ends the thread, which is replaced.
    if (!inspector.reportUncaught(error)) throw error;
  });
  const state: { trust: TrustSnapshot | null } = { trust: null };
  const post = (message: ThreadMessage): void => {
    const bytes = message.kind === 'done' ? message.bytes : null;
    port.postMessage(message, bytes === null ? [] : [bytes.buffer]);
  };
  const caller = createCallerPort(post);
  port.on('message', (message: PoolMessage) => {
    if (!('content' in message)) return caller.answer(message);
    state.trust = message.trust ?? state.trust;
    const trust = state.trust;
    if (trust === null) throw new Error('The first file came without a trust snapshot');
    void answerMessage(inspector, message, trust, caller).then(post);
  });
  post({ kind: 'ready' });
}

function answerMessage(
  inspector: Inspector,
  message: AnalyzeMessage | ExamineMessage | SignMessage,
  trust: TrustSnapshot,
  caller: CallerPort,
): Promise<ThreadMessage> {
  if (message.kind === 'analyze') return analyze(inspector, message, trust);
  return message.kind === 'examine' ? examine(inspector, message, trust) : sign(inspector, message, trust, caller);
}

function analyze(inspector: Inspector, message: AnalyzeMessage, trust: TrustSnapshot): Promise<ThreadMessage> {
  const { content, declaredMediaType } = message;
  return withSource(inspector, content, async (source) => {
    const at = new Date(message.at);
    const findsCover = message.returnsPicture;
    const inspection = await inspector.inspect(source, { trust, at, declaredMediaType, findsCover });
    const isWanted = inspection.picture !== null || (message.returnsPicture && isPreviewable(typeOf(inspection)));
    const bytes = isWanted && content.kind === 'memory' ? content.bytes : null;
    return { kind: 'done', inspection, bytes, health: healthOf(inspector) };
  });
}

function typeOf({ report }: Inspection): MediaType {
  return report.file.media_type;
}

/** A clip that no other reader understands still has traces. */
function examine(inspector: Inspector, message: ExamineMessage, trust: TrustSnapshot): Promise<ThreadMessage> {
  const { content, declaredMediaType, claim } = message;
  return withSource(inspector, content, async (source) => {
    const lab = examineClip(source, claim);
    const report = await inspector
      .inspect(source, { trust, at: new Date(message.at), declaredMediaType })
      .then((inspection) => inspection.report)
      .catch((error: unknown) => {
        if (error instanceof InspectError && error.code === 'nothing_readable') return null;
        throw error;
      });
    return { kind: 'examined', lab, report, health: healthOf(inspector) };
  });
}

/**
 * Inspects the file, signs it as its caller then plans, inspects the copy, and writes that: the file is opened and the copy read
 * only once, and what was inspected is what the digest is of.
 */
function sign(
  inspector: Inspector,
  message: SignMessage,
  trust: TrustSnapshot,
  caller: CallerPort,
): Promise<ThreadMessage> {
  return withSource(inspector, message.content, async (source) => {
    const at = new Date(message.at);
    const plan = await caller.plan(await inspector.inspect(source, { trust, at, findsCover: true }));
    let checkAt = at;
    const { mediaType, bytes, discardedAddress } = await inspector.signAsset(source, {
      ...plan,
      trust,
      at,
      signClaim: async (claim) => {
        const answer = await caller.signClaim(claim);
        checkAt = new Date(answer.checkAt);
        return answer.signature;
      },
    });
    const inspection = await inspector.inspect(bufferSource(bytes), { trust, at: checkAt });
    let sha256;
    try {
      sha256 = await writeHashed(message.outputPath, bytes);
    } catch (error) {
      // A full disk, a missing folder: any file system error about our own output.
      return refused(inspector, 'output_unwritable', error);
    }
    return {
      kind: 'signed',
      signed: { mediaType, sizeBytes: bytes.length, sha256, discardedAddress, inspection },
      health: healthOf(inspector),
    };
  });
}

async function withSource(
  inspector: Inspector,
  content: FileContent,
  work: (source: RandomAccess) => Promise<ThreadMessage>,
): Promise<ThreadMessage> {
  let source;
  try {
    source = openContent(content);
  } catch (error) {
    // Absent, a folder, no permission: the caller named the path and learns that it cannot be read.
    return refused(inspector, 'file_unreadable', error);
  }
  try {
    return await work(source);
  } catch (error) {
    if (error instanceof InspectError || error instanceof SignAssetError) {
      return refused(inspector, error.code, error.cause);
    }
    if (error instanceof CallerRefusedError) return refused(inspector, 'caller_refused', error);
    throw error;
  } finally {
    source.close();
  }
}

function refused(inspector: Inspector, code: RefusalCode, cause: unknown): ThreadMessage {
  return { kind: 'refused', code, message: cause instanceof Error ? cause.message : '', health: healthOf(inspector) };
}

function healthOf(inspector: Inspector): ThreadHealth {
  return { usable: inspector.isUsable(), engineMemoryBytes: inspector.memoryBytes() };
}

await main();
