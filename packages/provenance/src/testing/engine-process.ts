import { createHash } from 'node:crypto';
import { bufferSource } from '../bytes/random-access.ts';
import { compileEngineModule } from '../c2pa/engine-module.ts';
import { engineSettings, signingSettings } from '../c2pa/engine-settings.ts';
import { loadEngine } from '../c2pa/engine.ts';
import { TEST_TIME } from './engine-bench.ts';
import type { EngineAnswer, EngineRequest } from './two-engines.ts';
import { NO_LISTS } from './trust-snapshots.ts';

// Program of a process with one engine, as it was published or as we change it: `published` or `native`.

const compiled = await compileEngineModule(process.argv[2] === 'published' ? { findKnown: () => undefined } : {});
const engine = await loadEngine(compiled);
const DEFINITION = JSON.stringify({
  claim_generator_info: [{ name: 'test', version: '1' }],
  assertions: [{ label: 'c2pa.actions.v2', data: { actions: [{ action: 'c2pa.created' }] } }],
});
const RESERVE_BYTES = 12_000;

process.on('message', (request: EngineRequest) => {
  void answer(request).then((result) => process.send?.(result));
});
process.send?.({ kind: compiled.cryptography.kind, text: '', digest: '' } satisfies EngineAnswer);

async function answer({ bytes, format, isSigning, settings }: EngineRequest): Promise<EngineAnswer> {
  const source = bufferSource(bytes);
  standStill();
  if (!isSigning) {
    const outcome = await engine.read(source, format, settings ?? engineSettings(NO_LISTS), TEST_TIME);
    return outcome.kind === 'read'
      ? { kind: outcome.kind, text: outcome.storeJson + outcome.crjson, digest: digest(outcome.store) }
      : { kind: outcome.kind, text: outcome.message, digest: '' };
  }
  const outcome = await engine.embed(
    source,
    {
      format,
      definition: DEFINITION,
      settings: signingSettings(NO_LISTS),
      parent: null,
      thumbnail: null,
      algorithm: 'es256',
      reserveBytes: RESERVE_BYTES,
      signClaim: async (claim) =>
        Promise.resolve(Buffer.alloc(RESERVE_BYTES, createHash('sha256').update(claim).digest())),
    },
    TEST_TIME,
  );
  return outcome.kind === 'signed'
    ? { kind: outcome.kind, text: `${outcome.asset.length}`, digest: digest(outcome.asset) }
    : { kind: outcome.kind, text: outcome.message, digest: '' };
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The engine's random numbers (labels, salts) begin anew for each file. */
function standStill(): void {
  let calls = 0;
  Object.defineProperty(globalThis.crypto, 'getRandomValues', {
    configurable: true,
    value: (target: Uint8Array) => {
      for (let i = 0; i < target.length; i++) target[i] = (i * 7 + calls * 31) % 256;
      calls += 1;
      return target;
    },
  });
}
