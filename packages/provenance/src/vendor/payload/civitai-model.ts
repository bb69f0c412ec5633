import { LIMITS } from '../../limits.ts';
import type { Settings } from './infotext.ts';
import {
  asObject,
  listIn,
  memberOf,
  objectIn,
  parsePayload,
  textIn,
  type LoosePayload,
} from '../../media/loose-payload.ts';
import { modelName } from './model-name.ts';

/** Civitai's name of a resource (AIR): ecosystem, type, source and id. Only a checkpoint is the model that made a picture. */
const CHECKPOINT_AIR = /^urn:air:[\w-]{1,32}:checkpoint:[\w-]{1,32}:[\w.@+-]{1,64}$/;

export function isCheckpointAir(value: string): boolean {
  return value.length <= LIMITS.vendorModelPathChars && CHECKPOINT_AIR.test(value);
}

/** The checkpoint, with its version, among the resources that an infotext lists. */
export function civitaiModel(settings: Settings): string | null {
  const resources = settings.get('Civitai resources');
  if (resources === undefined) return null;
  for (const entry of listIn(parsePayload(`{"list":${resources}}`), 'list')) {
    const resource = asObject(entry);
    const name = textIn(resource, 'modelName');
    if (textIn(resource, 'type') !== 'checkpoint' || name === null) continue;
    return modelName([name, textIn(resource, 'modelVersionName') ?? ''].join(' '));
  }
  return null;
}

/** What Civitai's services add to a ComfyUI graph: the resources and the request. Null when the graph is not from there. */
export function civitaiAdditions(graph: LoosePayload): { checkpoint: string | null } | null {
  const airs = listIn(objectIn(graph, 'extra'), 'airs');
  const isCivitai = airs.some((air) => typeof air === 'string' && air.startsWith('urn:air:'));
  if (!isCivitai && memberOf(graph, 'extraMetadata') === undefined) return null;
  const checkpoint = airs.find((air): air is string => typeof air === 'string' && isCheckpointAir(air));
  return { checkpoint: modelName(checkpoint ?? null) };
}
