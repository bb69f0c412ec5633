import type { LabExamination } from '../../features/lab/index.ts';

export type Band = LabExamination['band'];
type Stage = LabExamination['stages'][number];
type Found = Stage['pipelines'][number];

/** A place on the way of a video, and whose work the traces of it look like. */
export interface Station<Name extends string = string> {
  readonly name: Name;
  /** Null: no trace. */
  readonly found: {
    readonly label: string;
    readonly support: number;
    readonly band: Band;
    readonly bandText: string;
  } | null;
  /** Names of the facts it left in the file, the weightiest first. */
  readonly left: readonly string[];
}

/** Pipelines of the delivery that carry messages from person to person. */
const MESSENGERS: ReadonlySet<string> = new Set(['whatsapp', 'telegram', 'wechat']);

export const WAY = ['made', 'editor', 'platform', 'messenger'] as const;
export const WRITTEN = ['videoEncoder', 'audioEncoder', 'muxer'] as const;

/** The stages that a video may pass through, in their order. */
export function wayOf(result: LabExamination): Station<(typeof WAY)[number]>[] {
  const delivery = foundIn(result, 'delivery');
  const found = {
    made: [...foundIn(result, 'origin'), ...foundIn(result, 'capture')],
    editor: foundIn(result, 'editor'),
    platform: delivery.filter(({ id }) => !MESSENGERS.has(id)),
    messenger: delivery.filter(({ id }) => MESSENGERS.has(id)),
  };
  return WAY.map((name) => stationOf(name, found[name], result));
}

/** The programs that wrote the file as it is. */
export function writtenBy(result: LabExamination): Station<(typeof WRITTEN)[number]>[] {
  return WRITTEN.map((name) => stationOf(name, foundIn(result, name), result));
}

function foundIn({ stages }: LabExamination, name: Stage['stage']): Found[] {
  return stages.filter(({ stage }) => stage === name).flatMap(({ pipelines }) => pipelines);
}

function stationOf<Name extends string>(
  name: Name,
  all: readonly Found[],
  { observations }: LabExamination,
): Station<Name> {
  const [strongest] = all.toSorted((one, other) => other.support - one.support);
  if (strongest === undefined || strongest.band === 'none') return { name, found: null, left: [] };
  const { label, support, band, band_text: bandText, rules } = strongest;
  const ids = rules.toSorted((one, other) => other.weight - one.weight).flatMap((rule) => rule.observations);
  const facts = ids.flatMap((id) => observations.find((one) => one.id === id)?.fact ?? []);
  return { name, found: { label, support, band, bandText }, left: [...new Set(facts)] };
}
