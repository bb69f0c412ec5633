import { CutText, ShownText } from '../../kit/components/shown-text.tsx';
import { MANIFESTS } from './words.ts';
import type { HistoryEdge, LeafNode } from './history.ts';
import { Mark } from './mark.tsx';
import { detailsId, leafId, relationshipIn } from './names.ts';
import { PartPicture } from './part-picture.tsx';
import { leafTitle } from './picture-node.tsx';
import type { ManifestThumbnail, ManifestsProps } from './props.ts';

interface Props extends Pick<ManifestsProps, 'language' | 'isFile'> {
  node: LeafNode;
  /** What leads to it; the picture draws one line to each of these. */
  edge: HistoryEdge | undefined;
  result: ManifestThumbnail | null;
}

/** An ingredient that has no manifest here: its picture, and what the manifest that used it says of it. */
export function LeafPart({ node, edge, result, language, isFile }: Props) {
  const words = MANIFESTS[language];
  const { ingredient, standing, thumbnail, usedBy } = node;
  const id = leafId(node);
  return (
    <section class="manifest card" id={id} tabIndex={-1} aria-labelledby={`${id}-name`}>
      <header class="manifest-head">
        <h3 id={`${id}-name`}>
          <ShownText text={leafTitle(node, words).slice(0, 80)} />
        </h3>
        <Mark tone="neutral" label={words.leaf[standing].label} />
      </header>
      <PartPicture picture={thumbnail} result={result} language={language} isFile={isFile} />
      <p class="soft">{words.leaf[standing].text}</p>
      <dl class="facts">
        <dt>{words.details.usedBy}</dt>
        <dd>
          <a href={`#${detailsId(usedBy)}`}>{words.manifest(String(usedBy))}</a>
          {edge?.isBroken === true ? ` · ${words.graph.mismatch}` : null}
        </dd>
        <dt>{words.details.relationship}</dt>
        <dd>
          <ShownText text={relationshipIn(words, ingredient.relationship).slice(0, 200)} />
        </dd>
        {ingredient.title === null ? null : (
          <>
            <dt>{words.details.title}</dt>
            <dd>
              <CutText text={ingredient.title} language={language} />
            </dd>
          </>
        )}
        {ingredient.format === null ? null : (
          <>
            <dt>{words.details.format}</dt>
            <dd>
              <CutText text={ingredient.format} language={language} />
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}
