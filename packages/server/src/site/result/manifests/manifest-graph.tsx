import { MANIFESTS } from './words.ts';
import { historyOf, type History, type ManifestNode } from './history.ts';
import { Legend } from './legend.tsx';
import { marksOf } from './mark.tsx';
import { layOutHistory, Picture } from './picture.tsx';
import type { ManifestsProps } from './props.ts';
import { Tree } from './tree.tsx';
import { formatNumber } from '../../kit/format-number.ts';

/** The manifests and what went into them: a picture to look around in, and the same as an indented list. */
export function ManifestGraph({ store, trustLists, language, thumbnails, reportUrl, isFile }: ManifestsProps) {
  const words = MANIFESTS[language].graph;
  const history = historyOf(store, thumbnails);
  const layout = layOutHistory(history);
  const given = { store, trustLists, language };
  const marks = history.nodes.filter(isManifest).map((node) => marksOf(node, given));
  return (
    <div class="graph" id="manifests">
      <div class="graph-picture">
        <div class="graph-frame">
          <section class="graph-scroll" tabIndex={0} aria-label={words.label}>
            <Picture history={history} layout={layout} {...given} />
          </section>
        </div>
        {isFile ? null : <ZoomButtons words={words.zoom} />}
      </div>
      <details class="graph-twin" open={isFile}>
        <summary>{words.asList}</summary>
        <Tree history={history} reportUrl={reportUrl} {...given} />
      </details>
      <LeftOut history={history} loops={layout.back.length} language={language} reportUrl={reportUrl} />
      <Legend
        language={language}
        isOpen={isFile}
        integrity={new Set(marks.map(({ integrity }) => integrity))}
        signer={new Set(marks.map(({ signer }) => signer))}
      />
    </div>
  );
}

/** They appear with the script that answers them. */
function ZoomButtons({ words }: { words: (typeof MANIFESTS)['en']['graph']['zoom'] }) {
  const buttons = [
    ['out', '−', words.out],
    ['in', '+', words.in],
    ['fit', words.fitShort, words.fit],
  ] as const;
  return (
    <div class="graph-tools" role="group" aria-label={words.label} hidden>
      {buttons.map(([act, sign, name]) => (
        <button type="button" data-zoom={act} aria-label={name} title={name} key={act}>
          {sign}
        </button>
      ))}
      <span class="soft">{words.hint}</span>
    </div>
  );
}

function isManifest(node: History['nodes'][number]): node is ManifestNode {
  return node.kind === 'manifest';
}

interface LeftOutProps extends Pick<ManifestsProps, 'language' | 'reportUrl'> {
  history: History;
  loops: number;
}

/** What the picture does not show is said, so that nobody takes it for the whole. */
function LeftOut({ history: { omitted }, loops, language, reportUrl }: LeftOutProps) {
  const words = MANIFESTS[language];
  const number = (value: number) => formatNumber(value, language);
  const link = <a href={reportUrl}>{words.rawReport}</a>;
  return (
    <>
      {omitted.manifests === 0 ? null : (
        <p class="soft">
          {words.graph.moreManifests(number(omitted.manifests))} {link}
        </p>
      )}
      {omitted.edges === 0 ? null : (
        <p class="soft">
          {words.graph.moreEdges(number(omitted.edges))} {link}
        </p>
      )}
      {loops === 0 ? null : <p class="soft">{words.graph.loops(number(loops))}</p>}
    </>
  );
}
