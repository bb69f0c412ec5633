import type { TextField } from '../text-field.ts';
import { hitOf, type Hit, type PayloadRule } from './hit.ts';
import { textIn } from '../../media/loose-payload.ts';
import { modelName } from './model-name.ts';
import { PayloadFields } from './payload-fields.ts';

const NOVELAI: PayloadRule = {
  id: 'novelai',
  vendor: 'NovelAI',
  kind: 'generated',
  strength: 'high',
  rank: 'structure',
  why: 'its name as software of a PNG with its title, source or settings; or its source, with the hash, as software in EXIF',
};

export const NOVELAI_RULES: readonly PayloadRule[] = [NOVELAI];

/** Model and eight hexadecimal digits that identify its state. */
const SOURCE = /^((?:NovelAI|Stable) Diffusion(?: [\w. -]{1,32})?) [0-9A-F]{8}$/;
const TITLE = /^(?:NovelAI|AI) generated image$/;

/** NovelAI's texts of a PNG, and of EXIF in its WebP files. */
export function findNovelAi(fields: PayloadFields): Hit[] {
  const [found] = [...pngSources(fields), ...fields.at('exif', 'Software').filter(isNovelAiSource)];
  if (found === undefined) return [];
  const [, model = null] = SOURCE.exec(found.text.trim()) ?? [];
  return [hitOf(NOVELAI, { field: found, model: modelName(model) })];
}

/**
 * The text that NovelAI signed together with the pixels of a PNG; null when the fields are not NovelAI's or hold no
 * signature. See `verifyNovelAi`.
 */
export function signedNovelAiComment(stored: readonly TextField[]): string | null {
  const fields = new PayloadFields(stored);
  if (pngSources(fields).length === 0) return null;
  return signedComments(fields)[0]?.text ?? null;
}

/** The field that names the model, else the one that names the program; none when the texts are not NovelAI's. */
function pngSources(fields: PayloadFields): TextField[] {
  const software = fields.at('png', 'Software').find(({ text }) => text.trim() === 'NovelAI');
  if (software === undefined) return [];
  const sources = fields.at('png', 'Source').filter(({ text }) => SOURCE.test(text.trim()));
  const isTitled = fields.at('png', 'Title').some(({ text }) => TITLE.test(text.trim()));
  const hasMore = sources.length > 0 || isTitled || signedComments(fields).length > 0;
  return hasMore ? [...sources, software] : [];
}

function signedComments(fields: PayloadFields): TextField[] {
  return fields.at('png', 'Comment').filter((field) => textIn(fields.payload(field), 'signed_hash') !== null);
}

/** In EXIF the source stands alone: a name without the hash is left to the tool rules. */
function isNovelAiSource({ text }: TextField): boolean {
  return text.startsWith('NovelAI ') && SOURCE.test(text.trim());
}
