import { LIMITS } from '../limits.ts';
import type { GeneratorFacts, NamingAssertionFacts } from './facts.ts';
import { decodeList, decodeName, decodeRecord, type LooseRecord } from './loose-json.ts';

/**
 * `claim_generator_info`: a list of entries in claims of version 1, one entry in version 2 (C2PA 2.x, claims). What this
 * product's own manifests state for their callers (sign/manifest.ts) comes before the entry that holds it.
 */
export function decodeGenerators(info: unknown): GeneratorFacts[] {
  const entries = Array.isArray(info) ? decodeList(info).slice(0, LIMITS.factGenerators) : [info];
  return entries.flatMap((entry) => {
    const generator = decodeRecord(entry);
    const name = decodeName(generator['name']);
    const version = decodeName(generator['version']);
    const own = name === null && version === null ? [] : [{ name, version, model: null }];
    return [...declaredGenerator(generator), ...own];
  });
}

function declaredGenerator(entry: LooseRecord): GeneratorFacts[] {
  const [name, version, model] = ['revera.generator', 'revera.generator_version', 'revera.model'].map((key) =>
    decodeName(entry[key]),
  );
  return name == null && model == null ? [] : [{ name: name ?? null, version: version ?? null, model: model ?? null }];
}

type Decoder = (data: LooseRecord) => NamingAssertionFacts | null;

/** Keyed by the label without its instance number: `stds.exif__1` is a `stds.exif`. */
const DECODERS: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ['c2pa.ai_generated_content', aiGeneratedContent],
  ['com.suno.provenance', sunoProvenance],
  ['stds.exif', device],
  ['stds.metadata', device],
  ['c2pa.metadata', device],
]);

/** The few assertions, besides actions, that name a generator or a device; only their names are kept. */
export function decodeNamingAssertions(assertions: LooseRecord): NamingAssertionFacts[] {
  const found: NamingAssertionFacts[] = [];
  for (const [label, data] of Object.entries(assertions)) {
    if (found.length === LIMITS.factNamingAssertions) break;
    const fact = DECODERS.get(baseLabel(label))?.(decodeRecord(data)) ?? null;
    if (fact !== null) found.push(fact);
  }
  return found;
}

function baseLabel(label: string): string {
  const at = label.indexOf('__');
  return at === -1 ? label : label.slice(0, at);
}

function aiGeneratedContent(data: LooseRecord): NamingAssertionFacts {
  return {
    kind: 'ai_generated_content',
    model: decodeName(data['model']),
    ai_generated: data['ai_generated'] === true,
  };
}

function sunoProvenance(data: LooseRecord): NamingAssertionFacts {
  return {
    kind: 'suno_provenance',
    system: decodeName(data['systemName']),
    version: decodeName(data['systemVersion']),
  };
}

/** Maker and model have the prefix that the writer chose: real files have `EXIF:` and `tiff:`. */
const PREFIXES = ['tiff', 'exif', 'EXIF', 'Exif', 'TIFF'] as const;

/** Null for a metadata assertion that names no device, as one with a location often does not. */
function device(data: LooseRecord): NamingAssertionFacts | null {
  const [make, model] = ['Make', 'Model'].map(
    (name) => PREFIXES.map((prefix) => decodeName(data[`${prefix}:${name}`])).find((text) => text !== null) ?? null,
  );
  return make == null && model == null ? null : { kind: 'device', make: make ?? null, model: model ?? null };
}
