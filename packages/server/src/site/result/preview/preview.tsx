import { CutText } from '../../kit/components/shown-text.tsx';
import { KindIcon, kindOf } from '../../kit/components/kind-icon.tsx';
import { formatBytes } from '../../kit/format-bytes.ts';
import type { View } from '../view.ts';
import { PREVIEW } from './words.ts';

const NAME_CHARACTERS = 40;

/** The picture of the file beside its result; without one the icon of its kind, and the reason when it was turned off. */
export function Preview({ view }: { view: View }) {
  const { preview, data, language } = view;
  const mediaType = data.report.file.media_type;
  const words = PREVIEW[language];
  if (preview === null || preview === 'off') {
    return (
      <figure class="preview preview-none">
        <KindIcon kind={kindOf(mediaType)} />
        <p class="soft">{preview === 'off' ? words.off : words.none}</p>
        <Caption view={view} />
      </figure>
    );
  }
  const { url, width, height, shows } = preview;
  return (
    <figure class="preview">
      <img src={url} width={width} height={height} alt={words.alt[shows]} decoding="async" />
      {shows === 'file' ? null : <p class="preview-note">{words.note[shows]}</p>}
      <Caption view={view} />
    </figure>
  );
}

function Caption({ view }: { view: View }) {
  const { words, data, language } = view;
  const name = data.result.filename;
  return (
    <figcaption>
      {name === '' ? words.unnamed : <CutText text={name} language={language} max={NAME_CHARACTERS} />}
      {shortType(data.report.file.media_type)}
      {' · '}
      {formatBytes(data.size_bytes, language)}
    </figcaption>
  );
}

/** Types that people know by another name. */
const KNOWN_AS: ReadonlyMap<string, string> = new Map([
  ['audio/mpeg', 'MP3'],
  ['video/quicktime', 'MOV'],
  ['video/x-matroska', 'MKV'],
]);
/** Names of office documents are not for people. */
const TYPE_CHARACTERS = 8;

/** `image/svg+xml` as ` · SVG`: the type is one of ours, whatever the file calls itself. Nothing for a type without a short name. */
function shortType(mediaType: string): string {
  const [, name = mediaType] = mediaType.split('/');
  const short = KNOWN_AS.get(mediaType) ?? name.replace(/^x-/, '').replace(/\+.*$/, '').toUpperCase();
  return short.length > TYPE_CHARACTERS ? '' : ` · ${short}`;
}
