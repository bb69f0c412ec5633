import type { LinkCard } from '../kit/shell.ts';
import { visibleText } from '../kit/visible-text.ts';
import { faceOf, pictureOfResult, sharePath } from '../share/pictures.ts';
import { SHARE } from '../share/words.ts';
import type { View } from './view.ts';

const NAME_CHARACTERS = 60;

/** How a link to a result is shown: what the evidence declares and the name of the file; the picture is one of ours. */
export function linkOf({ data: { result }, statuses, words, addresses, language }: View): LinkCard {
  const { provenance_status, summary, media_type, c2pa, filename } = result;
  const picture = pictureOfResult({
    provenance_status,
    media_type,
    declaration: summary.content_declaration,
    isTrial: c2pa.trust.sandbox,
  });
  const heading = faceOf(picture, language)?.heading ?? statuses.provenance[provenance_status].heading;
  const name = Array.from(filename).slice(0, NAME_CHARACTERS).join('');
  return {
    title: `${heading} · ${name === '' ? words.unnamed : visibleText(name)}`,
    description: statuses.provenance[provenance_status].text,
    url: addresses.page,
    picture: sharePath(picture, language),
    pictureText: `${SHARE[language].alt}${heading}`,
  };
}
