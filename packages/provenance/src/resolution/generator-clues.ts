import { LIMITS } from '../limits.ts';
import { decodePrompt, decodeWorkflow, type Graph } from '../media/comfy-graph.ts';
import { parsePayload } from '../media/loose-payload.ts';
import type { MetadataItem } from '../media/metadata-item.ts';
import { decodeItemText } from '../media/text-decoding.ts';
import type { PictureSize, ResolutionClue } from './facts.ts';
import { graphEnlarges } from './graph-enlarges.ts';

/** Where generators write their settings: as one text, or as a graph in JSON. */
const SETTINGS_KEY = /^(?:parameters|UserComment)$/;
const GRAPH_KEY = /^(?:prompt|workflow)$/;
/** Where some savers put a graph, behind its name. */
const GRAPH_BEHIND_NAME = /^(prompt|workflow):\s{0,4}(?=\{)/i;
const EXIF_GRAPH_KEY = /^(?:Make|Model|ImageDescription)$/;
const UPSCALED_AFTERWARDS = /Postprocess upscale by: ?(\d+(?:\.\d+)?)/;
const SECOND_PASS = /Hires upscale: ?(\d+(?:\.\d+)?)/;
/** Every text of these generators has it; a comment of a camera that names a size has not. */
const SETTINGS = /(?:^|[\n,]) ?Steps: ?\d/;
const GENERATED_SIZE = /(?:^|[\n,]) ?Size: ?(\d{1,5})x(\d{1,5})/;
const SAME_SIZE = 1.02;

/** What the settings of a generator say about an enlargement. They come last in a long text. */
export function generatorClues(items: readonly MetadataItem[], image: PictureSize): ResolutionClue[] {
  const settings = items.filter((item) => SETTINGS_KEY.test(keyOf(item)));
  const told = settings.flatMap((item) => settingsClues(textOf(item).slice(-LIMITS.vendorInfotextChars), image));
  // Writers repeat their settings in several fields.
  const [first] = told;
  return [...(first === undefined ? [] : [first]), ...graphClues(items)];
}

/** The key of an entry that may be read; empty for all else. */
function keyOf({ kind, key, bytes }: MetadataItem): string {
  return kind === 'entry' && key !== null && bytes.length <= LIMITS.vendorPayloadChars ? key : '';
}

function textOf({ bytes, encoding }: MetadataItem): string {
  return decodeItemText(bytes, encoding);
}

/** The graph that was executed decides; that of the editor only where there is no other. */
function graphClues(items: readonly MetadataItem[]): ResolutionClue[] {
  const graphs = items.flatMap(graphIn);
  const executed = graphs.filter(({ isExecuted }) => isExecuted);
  const enlarges = (executed.length > 0 ? executed : graphs).some(({ graph }) => graphEnlarges(graph));
  return enlarges ? [{ code: 'generator_declares_enlargement', size: null, ratio: null }] : [];
}

function graphIn(item: MetadataItem): { graph: Graph; isExecuted: boolean }[] {
  const key = keyOf(item);
  const isNamed = GRAPH_KEY.test(key);
  if (!isNamed && !EXIF_GRAPH_KEY.test(key)) return [];
  const text = textOf(item);
  const behind = isNamed ? null : GRAPH_BEHIND_NAME.exec(text);
  if (!isNamed && behind === null) return [];
  const isExecuted = (behind?.[1] ?? key).toLowerCase() === 'prompt';
  const payload = parsePayload(text.slice(behind?.[0].length ?? 0));
  const graph = payload === null ? null : isExecuted ? decodePrompt(payload) : decodeWorkflow(payload);
  return graph === null ? [] : [{ graph, isExecuted }];
}

function settingsClues(text: string, image: PictureSize): ResolutionClue[] {
  const afterwards = Number(UPSCALED_AFTERWARDS.exec(text)?.[1] ?? 1);
  if (afterwards > 1) return [{ code: 'generator_upscale_factor', size: null, ratio: afterwards }];
  if (!SETTINGS.test(text)) return [];
  const [, width, height] = (GENERATED_SIZE.exec(text) ?? []).map(Number);
  const size = width === undefined || height === undefined || width * height === 0 ? null : { width, height };
  const ratio = Number(SECOND_PASS.exec(text)?.[1] ?? 1);
  const isSmaller = size !== null && image.width > size.width * SAME_SIZE && image.height > size.height * SAME_SIZE;
  if (ratio > 1 || isSmaller) return [{ code: 'generator_two_pass', size, ratio: ratio > 1 ? ratio : null }];
  return [];
}
