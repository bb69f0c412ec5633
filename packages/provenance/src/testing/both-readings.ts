import type { RandomAccess } from '../bytes/random-access.ts';
import { chooseAnchors, type AnchorChoice } from '../c2pa/chosen-anchors.ts';
import { compileEngineModule } from '../c2pa/engine-module.ts';
import { loadEngine, type C2paEngine, type EngineOutcome } from '../c2pa/engine.ts';
import { findManifestStore } from '../media/manifest-store-bytes.ts';
import { findMediaType } from '../media/media-types.ts';
import { sniff } from '../media/sniff.ts';
import type { TrustSnapshot } from '../trust/trust-list.ts';
import { TEST_TIME } from './engine-bench.ts';

/** What the engine says of one file with all anchors, and with those that were chosen for it. */
export interface BothReadings {
  all: unknown;
  chosen: unknown;
  /** Null when all were given. */
  anchors: number | null;
  isTrusted: boolean;
}

export interface ReadOptions {
  at?: Date;
  /** Kept for several files. */
  choice?: AnchorChoice;
}

export type ReadBoth = (file: RandomAccess, trust: TrustSnapshot, options?: ReadOptions) => Promise<BothReadings>;

export async function openBothReadings(): Promise<ReadBoth> {
  const engine = await loadEngine(await compileEngineModule());
  return async (file, trust, { at = TEST_TIME, choice = chooseAnchors(trust) } = {}) => {
    const format = findMediaType(sniff(file) ?? '')?.engine_format ?? '';
    const store = findManifestStore(file, format);
    const settings = store === null ? choice.all : choice.forStore(store);
    const read = (text: string) => readWith(engine, file, { format, settings: text, at });
    const [all, chosen] = [await read(choice.all), await read(settings)];
    const anchors = settings === choice.all ? null : (settings.match(/BEGIN CERTIFICATE/g)?.length ?? 0);
    return { all: inOrder(all), chosen: inOrder(chosen), anchors, isTrusted: JSON.stringify(all).includes('.trusted') };
  };
}

async function readWith(
  engine: C2paEngine,
  file: RandomAccess,
  { format, settings, at }: { format: string; settings: string; at: Date },
): Promise<unknown> {
  const outcome: EngineOutcome = await engine.read(file, format, settings, at);
  if (outcome.kind !== 'read') return outcome;
  const { storeJson, crjson, store } = outcome;
  return [JSON.parse(storeJson), JSON.parse(crjson), Buffer.from(store).toString('base64')];
}

/** The engine keeps some members in maps, and writes them in another order each time. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]): [string, unknown] => [name, inOrder(member)]);
  return Object.fromEntries(members.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
