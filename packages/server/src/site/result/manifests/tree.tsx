import { ShownText } from '../../kit/components/shown-text.tsx';
import { MANIFESTS } from './words.ts';
import type { History, HistoryEdge, HistoryNode } from './history.ts';
import { Mark, MarkPair, marksOf } from './mark.tsx';
import { detailsId, leafId, relationshipIn, signerOf } from './names.ts';
import { leafTitle } from './picture-node.tsx';
import { SHOWN, type ManifestsProps } from './props.ts';
import { formatNumber } from '../../kit/format-number.ts';

/** One line of the list. */
export interface TreeItem {
  readonly node: HistoryNode;
  /** Null: nothing leads to it. */
  readonly edge: HistoryEdge | null;
  /** `again`: it is listed in full elsewhere; `loop`: it is one of those that the line stands below. */
  readonly repeats: 'again' | 'loop' | null;
  readonly items: readonly TreeItem[];
}

/** The same as the picture as an indented list: each manifest in full where it comes up first. */
export function treeOf({ nodes, edges }: History): { roots: TreeItem[]; left: number } {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const targets = new Set(edges.map(({ to }) => to));
  const listed = new Set<string>();
  let room: number = SHOWN.listItems;
  let left = 0;
  const itemOf = (node: HistoryNode, edge: HistoryEdge | null, above: ReadonlySet<string>): TreeItem => {
    room -= 1;
    if (listed.has(node.id)) return { node, edge, repeats: above.has(node.id) ? 'loop' : 'again', items: [] };
    listed.add(node.id);
    const way = new Set([...above, node.id]);
    const items: TreeItem[] = [];
    for (const next of edges.filter(({ from }) => from === node.id)) {
      const child = byId.get(next.to);
      if (child === undefined) continue;
      if (room > 0) items.push(itemOf(child, next, way));
      else left += 1;
    }
    return { node, edge, repeats: null, items };
  };
  const roots: TreeItem[] = [];
  const isRoot = (node: HistoryNode, at: number) => at === 0 || !targets.has(node.id);
  // What hangs together in a loop alone has no beginning: it begins where the report names it first.
  for (const pass of [isRoot, () => true]) {
    for (const [at, node] of nodes.entries()) {
      if (listed.has(node.id) || !pass(node, at)) continue;
      if (room > 0) roots.push(itemOf(node, null, new Set()));
      else left += 1;
    }
  }
  return { roots, left };
}

interface Props extends Pick<ManifestsProps, 'store' | 'trustLists' | 'language' | 'reportUrl'> {
  history: History;
}

export function Tree({ history, reportUrl, ...given }: Props) {
  const { roots, left } = treeOf(history);
  const words = MANIFESTS[given.language];
  return (
    <>
      <ul class="tree">
        {roots.map((item) => (
          <TreeLine item={item} {...given} key={item.node.id} />
        ))}
      </ul>
      {left === 0 ? null : (
        <p class="soft">
          {words.moreInReport(formatNumber(left, given.language))} <a href={reportUrl}>{words.rawReport}</a>
        </p>
      )}
    </>
  );
}

type LineProps = Pick<ManifestsProps, 'store' | 'trustLists' | 'language'> & { item: TreeItem };

function TreeLine({ item, ...given }: LineProps) {
  const { node, edge, repeats, items } = item;
  const words = MANIFESTS[given.language];
  return (
    <li class={`tree-item tree-${node.kind}`}>
      <div class="tree-line">
        {edge === null || node.kind === 'more' ? null : (
          <span class={edge.isBroken ? 'tree-relation tone-bad' : 'tree-relation'}>
            <ShownText text={relationshipIn(words, edge.relationship)} />
            {edge.isBroken ? ` · ${words.graph.mismatch}` : null}
          </span>
        )}
        <NodeLine node={node} isRepeated={repeats !== null} {...given} />
        {repeats === null ? null : (
          <span class="soft">({repeats === 'loop' ? words.graph.closesLoop : words.graph.seeAbove})</span>
        )}
      </div>
      {items.length === 0 ? null : (
        <ul>
          {items.map((each, at) => (
            <TreeLine item={each} {...given} key={at} />
          ))}
        </ul>
      )}
    </li>
  );
}

type NodeProps = Pick<ManifestsProps, 'store' | 'trustLists' | 'language'> & { node: HistoryNode; isRepeated: boolean };

function NodeLine({ node, isRepeated, store, trustLists, language }: NodeProps) {
  const words = MANIFESTS[language];
  if (node.kind === 'more') return <span>{words.graph.more(formatNumber(node.count, language))}</span>;
  if (node.kind === 'leaf') {
    return (
      <>
        <Picture node={node} />
        <a class="tree-name" href={`#${leafId(node)}`}>
          <ShortText text={leafTitle(node, words)} />
        </a>
        <Mark tone="neutral" label={words.leaf[node.standing].label} />
      </>
    );
  }
  const { manifest, number, isReached } = node;
  const signer = signerOf(manifest);
  return (
    <>
      {isRepeated ? null : <Picture node={node} />}
      <a class="tree-name" href={`#${detailsId(number)}`}>
        {words.manifest(String(number))} <ShortText text={manifest.title ?? words.graph.noTitle} />
      </a>
      {isRepeated ? null : (
        <>
          {number === 1 ? <span class="soft">({words.active})</span> : null}
          {isReached ? null : <span class="soft">({words.graph.unreached})</span>}
          <span class="tree-signer">{signer === null ? words.signerUnknown : <ShortText text={signer} />}</span>
          <MarkPair marks={marksOf(node, { store, trustLists })} language={language} />
        </>
      )}
    </>
  );
}

/** The details have the whole of it. */
const SHORT_CHARACTERS = 60;

function ShortText({ text }: { text: string }) {
  const characters = Array.from(text.slice(0, SHORT_CHARACTERS * 4));
  const isCut = characters.length > SHORT_CHARACTERS || text.length > SHORT_CHARACTERS * 4;
  return (
    <>
      <ShownText text={characters.slice(0, SHORT_CHARACTERS).join('')} />
      {isCut ? '…' : null}
    </>
  );
}

function Picture({ node }: { node: HistoryNode }) {
  if (node.kind === 'more' || node.thumbnail === null) return null;
  const { url, width, height } = node.thumbnail;
  return <img class="tree-thumbnail" src={url} alt="" width={width} height={height} loading="lazy" />;
}
