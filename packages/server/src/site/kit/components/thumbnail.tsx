import { KindIcon, type FileKind } from './kind-icon.tsx';

/** Of the box on the page; the picture has twice as many pixels. */
const SIDE = 56;

interface Props {
  /** Null: there is no picture, and the icon of its kind stands for it. */
  src: string | null;
  kind: FileKind;
}

/** A small picture of a file in a list. The name of the file stands beside it, so it is silent to readers of the screen. */
export function Thumbnail({ src, kind }: Props) {
  return (
    <span class="thumbnail">
      {src === null ? (
        <KindIcon kind={kind} />
      ) : (
        <img src={src} alt="" width={SIDE} height={SIDE} loading="lazy" decoding="async" />
      )}
    </span>
  );
}
