import { ShownText } from '../../kit/components/shown-text.tsx';
import { MANIFESTS } from './words.ts';
import { ActionTimeline } from './action-timeline.tsx';
import { AssertionList } from './assertion-list.tsx';
import { CodeList } from './code-list.tsx';
import { chaptersOf, type Chapter } from './history-order.ts';
import { historyOf, type HistoryNode, type ManifestNode } from './history.ts';
import { ingredientCodes, type IngredientCodes } from './ingredient-codes.ts';
import { IngredientList } from './ingredient-list.tsx';
import { LeafPart } from './leaf-part.tsx';
import { ManifestFactList } from './manifest-fact-list.tsx';
import { MarkPair, marksOf } from './mark.tsx';
import { detailsId } from './names.ts';
import { OWN_INTEGRITY_TONE } from './own-validation.ts';
import { PartPicture } from './part-picture.tsx';
import type { ManifestThumbnail, ManifestsProps } from './props.ts';
import { formatNumber } from '../../kit/format-number.ts';

/** Every part of the history with all that is known of it; with the script, the one that was chosen in the picture. */
export function ManifestDetails(props: ManifestsProps) {
  const { store, language, thumbnails, reportUrl, isFile } = props;
  const words = MANIFESTS[language];
  const { nodes, edges } = historyOf(store, thumbnails);
  const chapters = new Map(chaptersOf(store).map((chapter) => [chapter.number, chapter]));
  const given = { codes: ingredientCodes(store), result: pictureOf(nodes[0]), ...props };
  const manifests = nodes
    .filter((node) => node.kind === 'manifest')
    .toSorted((one, other) => one.number - other.number);
  const left = store.manifests.length - manifests.length;
  return (
    <div class="manifests" id="manifest-details">
      <p class="soft">
        {words.details.intro}{' '}
        <button type="button" class="link-button" hidden aria-pressed="false" data-show-all="">
          {words.details.showAll}
        </button>
      </p>
      {manifests.map((node) => (
        <ManifestPart node={node} chapter={chapters.get(node.number)} {...given} key={node.id} />
      ))}
      {nodes.map((node) => {
        if (node.kind !== 'leaf') return null;
        const edge = edges.find(({ to }) => to === node.id);
        return (
          <LeafPart node={node} edge={edge} result={given.result} language={language} isFile={isFile} key={node.id} />
        );
      })}
      {left <= 0 ? null : (
        <p>
          {words.moreInReport(formatNumber(left, language))} <a href={reportUrl}>{words.rawReport}</a>
        </p>
      )}
    </div>
  );
}

function pictureOf(node: HistoryNode | undefined): ManifestThumbnail | null {
  return node?.kind === 'manifest' ? node.thumbnail : null;
}

interface PartProps extends ManifestsProps {
  node: ManifestNode;
  chapter: Chapter | undefined;
  codes: IngredientCodes;
  result: ManifestThumbnail | null;
}

function ManifestPart({ node, chapter, codes, result, ...props }: PartProps) {
  const { store, trustLists, language, reportUrl, isFile } = props;
  const { manifest, number, thumbnail } = node;
  const words = MANIFESTS[language];
  const id = detailsId(number);
  const marks = marksOf({ manifest }, { store, trustLists });
  return (
    <section class="manifest card" id={id} tabIndex={-1} aria-labelledby={`${id}-name`}>
      <header class="manifest-head">
        <h3 id={`${id}-name`}>
          {words.manifest(String(number))}
          {manifest.title === null ? null : (
            <>
              {' '}
              <ShownText text={titleOf(manifest.title)} />
            </>
          )}{' '}
          {number === 1 ? <span class="badge">{words.active}</span> : null}
        </h3>
        <MarkPair marks={marks} language={language} />
      </header>
      <PartPicture picture={thumbnail} result={number === 1 ? null : result} language={language} isFile={isFile} />
      <p class="soft">
        {words.integrity[marks.integrity].text}
        {language === 'en' ? ' ' : null}
        {words.signer[marks.signer].text}
      </p>
      {chapter === undefined ? null : <ActionTimeline chapter={chapter} {...props} />}
      <details open={isFile} class="manifest-body">
        <summary>{words.details.all}</summary>
        <ManifestFactList manifest={manifest} language={language} />
        <IngredientList manifest={manifest} codes={codes} {...props} />
        <AssertionList manifest={manifest} language={language} reportUrl={reportUrl} isFile={isFile} />
        <CodeList
          codes={manifest.codes}
          isOpen={isFile || OWN_INTEGRITY_TONE[marks.integrity] === 'bad'}
          language={language}
          reportUrl={reportUrl}
        />
      </details>
    </section>
  );
}

const TITLE_CHARACTERS = 80;

/** In the heading; the facts below have the whole of it. */
function titleOf(title: string): string {
  const characters = Array.from(title.slice(0, TITLE_CHARACTERS * 4));
  if (characters.length <= TITLE_CHARACTERS && title.length <= TITLE_CHARACTERS * 4) return title;
  return `${characters.slice(0, TITLE_CHARACTERS - 1).join('')}…`;
}
