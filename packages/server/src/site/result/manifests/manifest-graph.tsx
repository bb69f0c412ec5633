import { MANIFESTS } from './words.ts';
import { historyOf, type History, type ManifestNode } from './history.ts';
import { Legend } from './legend.tsx';
import { marksOf } from './mark.tsx';
import { layOutHistory, Picture } from './picture.tsx';
import type { ManifestsProps } from './props.ts';
import { Tree } from './tree.tsx';

/** The manifests and what went into them: a picture on wide screens, an indented list on narrow ones and on demand. */
export function ManifestGraph({ store, trustLists, language, thumbnails, reportUrl }: ManifestsProps) {
  const words = MANIFESTS[language].graph;
  const history = historyOf(store, thumbnails);
  const layout = layOutHistory(history);
  const given = { store, trustLists, language };
  const marks = history.nodes.filter(isManifest).map((node) => marksOf(node, given));
  return (
    <div class="graph">
      <div class="graph-wide">
        <p class="soft">{words.intro}</p>
        <section class="graph-scroll" tabIndex={0} aria-label={words.label}>
          <Picture history={history} layout={layout} {...given} />
        </section>
        <details class="graph-twin">
          <summary>{words.asList}</summary>
          <Tree history={history} reportUrl={reportUrl} {...given} />
        </details>
      </div>
      <div class="graph-narrow">
        <p class="soft">{words.listIntro}</p>
        <Tree history={history} reportUrl={reportUrl} {...given} />
      </div>
      <LeftOut history={history} loops={layout.back.length} language={language} reportUrl={reportUrl} />
      <Legend
        language={language}
        integrity={new Set(marks.map(({ integrity }) => integrity))}
        signer={new Set(marks.map(({ signer }) => signer))}
      />
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
  const number = (value: number) => new Intl.NumberFormat(language).format(value);
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
