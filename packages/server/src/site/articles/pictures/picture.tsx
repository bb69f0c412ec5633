import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Language } from '../../../shared/language.ts';
import { ChainDrawing, LostMetadataDrawing, ManifestDrawing, ProviderCodeDrawing } from './drawings.tsx';
import { WIDTH } from './shapes.tsx';
import { isPictureName, PICTURE_TEXTS, type PictureName } from './words.ts';

const DRAWINGS: Readonly<Record<PictureName, { draw: (props: { language: Language }) => VNode; height: number }>> = {
  manifest: { draw: ManifestDrawing, height: 260 },
  provider_code: { draw: ProviderCodeDrawing, height: 284 },
  lost_metadata: { draw: LostMetadataDrawing, height: 316 },
  chain: { draw: ChainDrawing, height: 292 },
};

/** Where an image of an article is one of our drawings. */
const SCHEME = 'picture:';
/** A line of an article that a drawing takes the place of: `{{picture_chain}}`. */
const SLOT = /^picture_(\w+)$/;

/** The drawing that a slot names, as Markdown that says what it shows; null: the slot names none. */
export function pictureMarkdown(slot: string, language: Language): string | null {
  const [, name = ''] = SLOT.exec(slot) ?? [];
  return isPictureName(name) ? `![${PICTURE_TEXTS[name].alt[language]}](${SCHEME}${name})` : null;
}

/** Markdown for programs, in which a drawing is what it says. */
export function withoutPictures(markdown: string): string {
  return markdown.replaceAll(/!\[([^\]]*)\]\(picture:\w+\)/g, (_all, alt: string) => `> ${alt}`);
}

/** A drawing in the colours of the page. @throws for an image that is none of ours: pages have no others */
export function renderPicture(source: string, language: Language): string {
  const name = source.slice(SCHEME.length);
  if (!source.startsWith(SCHEME) || !isPictureName(name)) throw new Error(`there is no picture ${source}`);
  const { draw: Drawing, height } = DRAWINGS[name];
  return renderToString(
    <svg class="picture" role="img" aria-label={PICTURE_TEXTS[name].alt[language]} viewBox={`0 0 ${WIDTH} ${height}`}>
      <Drawing language={language} />
    </svg>,
  );
}
