import type { LabExamination } from '../../features/lab/index.ts';
import type { Language } from '../../shared/language.ts';
import { fitText } from '../result/manifests/fit-text.ts';
import { wayOf, writtenBy, type Station } from './stations.ts';
import { LAB } from './words.ts';

interface Props {
  result: LabExamination;
  language: Language;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const BOX_HEIGHT = 116;
const GAP = 28;
/** What is written over the second row. */
const TITLE_HEIGHT = 40;
const PAD = 14;
const LINE = 24;
const WIDE = { width: 1000, columns: 4 } as const;
const NARROW = { width: 330, columns: 1 } as const;

/** The way of the file as a picture, drawn twice: side by side for wide screens, one below the other for narrow ones. */
export function PipelinePicture({ result, language }: Props) {
  return (
    <>
      <Drawing result={result} language={language} {...WIDE} shape="wide" />
      <Drawing result={result} language={language} {...NARROW} shape="narrow" />
    </>
  );
}

function Drawing({
  result,
  language,
  width,
  columns,
  shape,
}: Props & { width: number; columns: number; shape: 'wide' | 'narrow' }) {
  const words = LAB[language].picture;
  const [way, written] = [wayOf(result), writtenBy(result)];
  const first = layOut(way.length, { width, columns, top: 2 });
  const below = bottomOf(first) + TITLE_HEIGHT;
  const second = layOut(written.length, { width, columns: columns === 1 ? 1 : written.length, top: below });
  return (
    <svg
      class={`pipeline pipeline-${shape}`}
      viewBox={`0 0 ${width} ${bottomOf(second) + 2}`}
      role="img"
      aria-label={spoken([...way, ...written], language)}
    >
      {first.slice(1).map((box, at) => (
        <Arrow from={first[at] ?? box} to={box} key={at} />
      ))}
      {way.map((station, at) => (
        <StationBox station={station} box={first[at]} language={language} key={station.name} />
      ))}
      <text class="pipeline-heading" x={2} y={below - 14}>
        {words.written}
      </text>
      {written.map((station, at) => (
        <StationBox station={station} box={second[at]} language={language} key={station.name} />
      ))}
    </svg>
  );
}

function layOut(count: number, { width, columns, top }: { width: number; columns: number; top: number }): Box[] {
  const boxWidth = (width - 4 - (columns - 1) * GAP) / columns;
  return Array.from({ length: count }, (_, at) => ({
    x: 2 + (at % columns) * (boxWidth + GAP),
    y: top + Math.floor(at / columns) * (BOX_HEIGHT + GAP),
    width: boxWidth,
    height: BOX_HEIGHT,
  }));
}

function bottomOf(boxes: readonly Box[]): number {
  return Math.max(...boxes.map(({ y, height }) => y + height));
}

/** From the edge of one box to that of the next, beside it or below it. */
function Arrow({ from, to }: { from: Box; to: Box }) {
  const isBeside = from.y === to.y;
  const [x1, y1] = isBeside ? [from.x + from.width, from.y + from.height / 2] : [from.x + 40, from.y + from.height];
  const [x2, y2] = isBeside ? [to.x, y1] : [x1, to.y];
  const head = isBeside
    ? `M${x2 - 9} ${y2 - 5}L${x2 - 2} ${y2}L${x2 - 9} ${y2 + 5}`
    : `M${x2 - 5} ${y2 - 9}L${x2} ${y2 - 2}L${x2 + 5} ${y2 - 9}`;
  return <path class="pipeline-arrow" d={`M${x1} ${y1}L${x2} ${y2}${head}`} />;
}

interface StationProps {
  station: Station<keyof StationNames>;
  box: Box | undefined;
  language: Language;
}

type StationNames = Pick<
  (typeof LAB)['en']['picture'],
  'made' | 'editor' | 'platform' | 'messenger' | 'videoEncoder' | 'audioEncoder' | 'muxer'
>;

function StationBox({ station: { name, found, left }, box, language }: StationProps) {
  if (box === undefined) return null;
  const words = LAB[language].picture;
  const { x, y, width, height } = box;
  const room = width - 2 * PAD;
  const [fact, ...more] = left;
  const line = (at: number) => y + LINE * at + 4;
  return (
    <g class={`pipeline-stage pipeline-${found?.band ?? 'none'}`}>
      <rect x={x} y={y} width={width} height={height} rx={8} />
      <text class="pipeline-name" x={x + PAD} y={line(1)}>
        {words[name]}
      </text>
      <text class="pipeline-label" x={x + PAD} y={line(2)}>
        {fitText(found?.label ?? words.none, { width: room, size: 16 })}
      </text>
      {found === null ? null : (
        <text class="pipeline-text" x={x + PAD} y={line(3)}>
          {words.support(found.bandText, found.support)}
        </text>
      )}
      {fact === undefined ? null : (
        <text class="pipeline-text" x={x + PAD} y={line(4)}>
          {fitText(words.left(fact, more.length), { width: room, size: 13 })}
        </text>
      )}
    </g>
  );
}

/** The picture in one sentence after the other, for readers of the screen. */
function spoken(stations: readonly Station<keyof StationNames>[], language: Language): string {
  const words = LAB[language].picture;
  const [colon, stop] = language === 'en' ? [': ', '. '] : ['：', '。'];
  const said = stations.map(({ name, found }) => {
    const what = found === null ? words.none : `${found.label} (${words.support(found.bandText, found.support)})`;
    return `${words[name]}${colon}${what}`;
  });
  return `${words.label}${colon}${said.join(stop)}`;
}
