import { MANIFESTS } from './words.ts';
import type { ManifestThumbnail, ManifestsProps } from './props.ts';

interface Props extends Pick<ManifestsProps, 'language' | 'isFile'> {
  picture: ManifestThumbnail | null;
  /** The picture of the whole; null for the whole itself, and where it carries none. */
  result: ManifestThumbnail | null;
}

/** The picture of a part, large, and beside it that of the result for whoever wants to compare. */
export function PartPicture({ picture, result, language, isFile }: Props) {
  if (picture === null) return null;
  const words = MANIFESTS[language].details;
  return (
    <div class="part-picture">
      <Figure picture={picture} />
      {result === null ? null : (
        <details class="compare" open={isFile}>
          <summary>{words.compare}</summary>
          <div class="compare-sides">
            <Figure picture={picture} caption={words.thisPart} />
            <Figure picture={result} caption={words.result} />
          </div>
        </details>
      )}
    </div>
  );
}

function Figure({ picture: { url, width, height }, caption }: { picture: ManifestThumbnail; caption?: string }) {
  return (
    <figure>
      <img src={url} alt="" width={width} height={height} loading="lazy" />
      {caption === undefined ? null : <figcaption>{caption}</figcaption>}
    </figure>
  );
}
