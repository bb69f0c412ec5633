import { openBenchInstance, PAGE_BYTES } from './bench-instance.ts';
import { HASHES, type SignatureQuestion } from './native-signatures.ts';
import { VALID_SIGNATURE } from './prologues.ts';
import { HOOK } from './reroute-functions.ts';

const FREE_PAGES = 2;
/** A word that the engine never writes as a result. */
const NOTHING = 0x5a5a_5a5a;

/** An instance of a changed module whose functions for signatures can be called directly. */
export interface SignatureBench {
  instance: object;
  memory: WebAssembly.Memory;
  /**
   * Whether the module says that the signature is valid.
   * @throws {Error} when the question is too long, or when nothing was answered
   */
  ask(question: SignatureQuestion): boolean;
}

export function openSignatureBench(module: WebAssembly.Module): SignatureBench {
  const { instance, memory, at, functionNamed } = openBenchInstance(module, FREE_PAGES);
  return {
    instance,
    memory,
    ask: ({ scheme, hash, signature, data, publicKey }) => {
      const [result, variant, first] = [at, at + 64, at + 128];
      const parts = [signature, data, publicKey];
      if (first + parts.reduce((sum, { length }) => sum + length, 0) > at + FREE_PAGES * PAGE_BYTES) {
        throw new Error('The question is too long for the test of signatures');
      }
      const bytes = new Uint8Array(memory.buffer);
      const view = new DataView(memory.buffer);
      view.setInt32(result, NOTHING, true);
      view.setUint8(variant, HASHES.indexOf(hash));
      let place = first;
      const places = parts.flatMap((part) => {
        bytes.set(part, place);
        place += part.length;
        return [place - part.length, part.length];
      });
      functionNamed(HOOK[scheme])(result, variant, ...places);
      // Memory may have grown.
      const answer = new DataView(memory.buffer).getInt32(result, true);
      if (answer === NOTHING) throw new Error('The C2PA engine module answered nothing about a signature');
      return answer === VALID_SIGNATURE;
    },
  };
}
