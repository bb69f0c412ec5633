import type { ComponentChildren } from 'preact';
import type { Language } from '../../../shared/language.ts';
import { StateIcon } from '../../kit/components/state-icon.tsx';
import type { Tone } from '../../../shared/statuses.ts';
import { visibleText } from '../../kit/visible-text.ts';
import { MANIFESTS, type ManifestWords } from './words.ts';
import { fitText } from './fit-text.ts';
import type { HistoryNode, LeafNode, ManifestNode } from './history.ts';
import { BOX_WIDTH, type Box } from './layout.ts';
import { OWN_INTEGRITY_TONE, OWN_SIGNER_TONE } from './own-validation.ts';
import { marksOf } from './mark.tsx';
import { detailsId, generatorOf, leafId, signerOf } from './names.ts';
import type { ManifestThumbnail, ManifestsProps } from './props.ts';
import { formatNumber } from '../../kit/format-number.ts';

const PADDING = 12;
const THUMBNAIL = 56;
/** As the style sheet has them. */
const SIZES = { title: 15, text: 13 } as const;
/** Bold letters are wider. */
const BOLD = 1.1;
/** Of the two lines beside the picture. */
const HEAD = 56;
const MARK_STEP = 22;
/** Of what is read out or shown under the pointer. */
const NAME_CHARACTERS = 300;

/** What a box needs for what it holds. */
export function heightOf({ kind }: HistoryNode): number {
  if (kind === 'more') return 40;
  const head = HEAD + 2 * PADDING;
  return kind === 'leaf' ? head : head + 2 * MARK_STEP;
}

interface Props extends Pick<ManifestsProps, 'store' | 'trustLists' | 'language'> {
  node: HistoryNode;
  box: Box;
}

/** One box of the picture. Nested drawings clip what is in them, so no text of a file reaches beyond its box. */
export function PictureNode({ node, box, ...given }: Props) {
  if (node.kind === 'manifest') return <ManifestBox node={node} box={box} {...given} />;
  if (node.kind === 'leaf') return <LeafBox node={node} box={box} language={given.language} />;
  const words = MANIFESTS[given.language];
  return (
    <Frame box={box} kind="more">
      <text class="node-text" x={PADDING} y={box.height / 2 + 4}>
        {words.graph.more(formatNumber(node.count, given.language))}
      </text>
    </Frame>
  );
}

function ManifestBox({ node, box, store, trustLists, language }: Props & { node: ManifestNode }) {
  const words = MANIFESTS[language];
  const { manifest, number, thumbnail } = node;
  const marks = marksOf(node, { store, trustLists });
  const integrity = words.integrity[marks.integrity].label;
  const signer = words.signer[marks.signer].label;
  const title = manifest.title ?? words.graph.noTitle;
  const by = signerOf(manifest) ?? generatorOf(manifest) ?? words.signerUnknown;
  const left = thumbnail === null ? PADDING : PADDING * 2 + THUMBNAIL;
  const name = `${words.manifest(String(number))}: ${title}. ${words.signedBy}: ${by}. ${integrity}. ${signer}.`;
  return (
    <a href={`#${detailsId(number)}`} class="node-link">
      <Frame
        box={box}
        kind={`manifest tone-${OWN_INTEGRITY_TONE[marks.integrity]}${number === 1 ? ' node-active' : ''}`}
      >
        <title>{visibleText(name.slice(0, NAME_CHARACTERS))}</title>
        <Thumbnail thumbnail={thumbnail} />
        <Line at={[left, 35]} text={`${number} · ${title}`} size="title" />
        <Line at={[left, 57]} text={by} />
        <IconLine at={[PADDING, HEAD + PADDING + 8]} tone={OWN_INTEGRITY_TONE[marks.integrity]} label={integrity} />
        <IconLine at={[PADDING, HEAD + PADDING + 8 + MARK_STEP]} tone={OWN_SIGNER_TONE[marks.signer]} label={signer} />
      </Frame>
    </a>
  );
}

function LeafBox({ node, box, language }: { node: LeafNode; box: Box; language: Language }) {
  const words = MANIFESTS[language];
  const { standing, thumbnail } = node;
  const title = leafTitle(node, words);
  const left = thumbnail === null ? PADDING : PADDING * 2 + THUMBNAIL;
  return (
    <a href={`#${leafId(node)}`} class="node-link">
      <Frame box={box} kind="leaf">
        <title>{visibleText(`${title.slice(0, NAME_CHARACTERS)}. ${words.leaf[standing].label}.`)}</title>
        <Thumbnail thumbnail={thumbnail} />
        <Line at={[left, 35]} text={title} size="title" />
        <Line at={[left, 57]} text={words.leaf[standing].label} />
      </Frame>
    </a>
  );
}

export function leafTitle({ ingredient }: LeafNode, words: ManifestWords): string {
  return ingredient.title ?? ingredient.label ?? words.ingredient;
}

function Frame({ box, kind, children }: { box: Box; kind: string; children: ComponentChildren }) {
  return (
    <svg class={`node node-${kind}`} x={box.x} y={box.y} width={box.width} height={box.height}>
      <rect class="node-box" x={1} y={1} width={box.width - 2} height={box.height - 2} rx={8} />
      {children}
    </svg>
  );
}

function Thumbnail({ thumbnail }: { thumbnail: ManifestThumbnail | null }) {
  if (thumbnail === null) return null;
  return (
    <image
      class="node-thumbnail"
      href={thumbnail.url}
      x={PADDING}
      y={PADDING}
      width={THUMBNAIL}
      height={THUMBNAIL}
      preserveAspectRatio="xMidYMid slice"
    />
  );
}

function Line({ at: [x, y], text, size = 'text' }: { at: [number, number]; text: string; size?: 'title' | 'text' }) {
  const room = { width: BOX_WIDTH - PADDING - x, size: SIZES[size] * (size === 'title' ? BOLD : 1) };
  return (
    <text class={`node-${size}`} x={x} y={y}>
      {fitText(text, room)}
    </text>
  );
}

function IconLine({ at: [x, y], tone, label }: { at: [number, number]; tone: Tone; label: string }) {
  return (
    <g class={`node-mark tone-${tone}`} transform={`translate(${x} ${y})`}>
      <StateIcon tone={tone} />
      <text class="node-text" x={22} y={13}>
        {fitText(label, { width: BOX_WIDTH - PADDING - x - 22, size: SIZES.text })}
      </text>
    </g>
  );
}
