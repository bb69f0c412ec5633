import type { ComponentChildren } from 'preact';
import { LineIcon } from './line-icon.tsx';

/** What kind of thing a file is, as far as a picture of it goes. */
export type FileKind = 'image' | 'video' | 'audio' | 'document';

export function kindOf(mediaType: string): FileKind {
  const [kind] = mediaType.split('/');
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'document';
}

const SHAPES: Readonly<Record<FileKind, ComponentChildren>> = {
  image: (
    <>
      <rect x="3" y="5" width="18" height="14" rx="2" />
      <circle cx="8.5" cy="10" r="1.5" />
      <path d="m4 18 5.5-5 3.5 3 3-2.5 4.5 4" />
    </>
  ),
  video: (
    <>
      <rect x="3" y="5" width="18" height="14" rx="2" />
      <path d="m10 9 5 3-5 3z" />
    </>
  ),
  audio: <path d="M4 10v4M8 7v10M12 4v16M16 8v8M20 10.5v3" />,
  document: (
    <>
      <path d="M14 3H7a1 1 0 0 0-1 1v16a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1V7z" />
      <path d="M14 3v4h4M9 12h6M9 16h6" />
    </>
  ),
};

/** Stands where a file has no picture. Its words stand beside it, so it is silent to readers of the screen. */
export function KindIcon({ kind }: { kind: FileKind }) {
  return (
    <LineIcon class="kind-icon" size={24} stroke={1.5}>
      {SHAPES[kind]}
    </LineIcon>
  );
}
