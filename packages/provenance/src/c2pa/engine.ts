import initEngine, { WasmBuilder, WasmReader } from '@contentauth/c2pa-wasm';
import { bufferSource, type RandomAccess } from '../bytes/random-access.ts';
import type { BoundedModule } from './engine-module.ts';
import { fileBackedBlob, installFileReaderSync } from './file-backed-blob.ts';
import { connectNatives } from './native-crypto/connect-natives.ts';
import { withPinnedClock } from './pinned-clock.ts';

/**
 * All that the rest of the product knows about `@contentauth/c2pa-wasm` (c2pa-rs compiled to WebAssembly).
 *
 * One instance a thread: the package keeps its instance in a module variable. The engine makes no network call: remote
 * manifests and OCSP are off in the settings, and analysis threads have no `fetch`.
 */
export interface C2paEngine {
  /** Reads and validates the manifest store of `source`. `settings` comes from engine-settings.ts. */
  read(source: RandomAccess, format: string, settings: string, at: Date): Promise<EngineOutcome>;
  /**
   * Embeds a new manifest in a copy of `source`; `job.signClaim` signs its claim. The clock stands still until it is done,
   * even while the claim is being signed.
   */
  embed(source: RandomAccess, job: EngineSigning, at: Date): Promise<SigningOutcome>;
  /** Bytes the instance occupies now. WASM memory never shrinks. */
  memoryBytes(): number;
  /**
   * Whether the bound on its memory may have been in the way of a file of this size. Some of the engine's readers then say that
   * there is nothing in it.
   */
  isShortOfMemory(fileBytes: number): boolean;
  /**
   * Ends a running `read` as crashed if `error` is a trap of the engine. The engine works in asynchronous steps, and a trap
   * in one of them reaches only the thread's handler of uncaught exceptions, which therefore calls this.
   */
  reportUncaught(error: unknown): boolean;
}

export type EngineOutcome =
  /** `storeJson` is the SDK's manifest store report, `crjson` the conformance programme's form of it. */
  | { kind: 'read'; storeJson: string; crjson: string; store: Uint8Array }
  /** The engine refused the file and said why; `message` is its own error text. */
  | { kind: 'refused'; message: string }
  /** The engine trapped. The instance must not be used again. */
  | { kind: 'crashed'; message: string };

/** What the engine needs to sign one asset. */
export interface EngineSigning {
  format: string;
  /** The engine's own JSON; see sign/manifest.ts. */
  definition: string;
  settings: string;
  /** The earlier state of the asset and the JSON of the ingredient that it becomes; null when there is none. */
  parent: { ingredient: string; source: RandomAccess } | null;
  thumbnail: { mediaType: string; bytes: Uint8Array } | null;
  /** The engine's name for the algorithm. */
  algorithm: string;
  /** Length of what `signClaim` returns. */
  reserveBytes: number;
  /** Returns the complete COSE structure. */
  signClaim(claim: Uint8Array): Promise<Uint8Array>;
}

export type SigningOutcome =
  { kind: 'signed'; asset: Uint8Array } | { kind: 'refused'; message: string } | { kind: 'crashed'; message: string };

export async function loadEngine({ module, memoryMaximumBytes }: BoundedModule): Promise<C2paEngine> {
  installFileReaderSync();
  const instance = await initEngine({ module_or_path: module });
  const hashes = connectNatives(instance);
  const running: { crash: ((error: unknown) => void) | null } = { crash: null };
  const guarded = async <Done>(at: Date, work: () => Promise<Done>): Promise<Done | Failed> => {
    const crashed = new Promise<never>((_resolve, reject) => {
      running.crash = reject;
    });
    try {
      return await withPinnedClock(at, () => Promise.race([work(), crashed]));
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) return { kind: 'crashed', message: error.message };
      return { kind: 'refused', message: errorText(error) };
    } finally {
      running.crash = null;
      hashes?.forget();
    }
  };
  return {
    memoryBytes: () => instance.memory.buffer.byteLength,
    isShortOfMemory: (fileBytes) => instance.memory.buffer.byteLength + COPIES_OF_FILE * fileBytes > memoryMaximumBytes,
    reportUncaught: (error) => {
      if (!(error instanceof WebAssembly.RuntimeError) || running.crash === null) return false;
      running.crash(error);
      return true;
    },
    read: (source, format, settings, at) => guarded(at, () => readStore(source, format, settings)),
    embed: (source, job, at) => guarded(at, () => embedManifest(source, job)),
  };
}

/** A reader that doubles its buffer asks for two files' worth at once. */
const COPIES_OF_FILE = 2;

type Failed = Extract<EngineOutcome, { kind: 'refused' | 'crashed' }>;

async function embedManifest(source: RandomAccess, job: EngineSigning): Promise<SigningOutcome> {
  const builder = WasmBuilder.fromJson(job.definition, job.settings);
  try {
    if (job.parent !== null) {
      await builder.addIngredientFromBlob(job.parent.ingredient, job.format, fileBackedBlob(job.parent.source));
    }
    if (job.thumbnail !== null) {
      const { mediaType, bytes } = job.thumbnail;
      builder.setThumbnailFromBlob(mediaType, fileBackedBlob(bufferSource(bytes)));
    }
    const signer = {
      alg: job.algorithm,
      reserveSize: job.reserveBytes,
      sign: async (claim: Uint8Array) => new Uint8Array(await job.signClaim(claim.slice())),
    };
    return { kind: 'signed', asset: await builder.sign(signer, [], job.format, fileBackedBlob(source)) };
  } finally {
    builder.free();
  }
}

async function readStore(source: RandomAccess, format: string, settings: string): Promise<EngineOutcome> {
  const reader = await WasmReader.fromBlob(format, fileBackedBlob(source), settings);
  try {
    const label = reader.activeLabel();
    if (label === undefined) return { kind: 'refused', message: 'C2pa(NoActiveManifest)' };
    // Any address inside the store returns the whole store (JUMBF bytes), so that we can read the certificate chain.
    const store = reader.resourceToBytes(`self#jumbf=/c2pa/${label}/c2pa.signature`);
    return { kind: 'read', storeJson: reader.json(), crjson: reader.crJson(), store };
  } finally {
    reader.free();
  }
}

function errorText(error: unknown): string {
  if (error instanceof Error) return error.message;
  return typeof error === 'string' ? error : 'The C2PA engine failed without a message';
}
