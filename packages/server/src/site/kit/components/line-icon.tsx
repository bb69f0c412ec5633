import type { ComponentChildren } from 'preact';

interface Props {
  children: ComponentChildren;
  class?: string;
  /** Of the square that the strokes are drawn in. */
  box?: 24 | 48;
  /** In pixels, where no style sets another. */
  size?: number;
  stroke?: 1.5 | 2;
}

/** A drawing of strokes in the colour of the text. Its words always stand beside it, so it is silent to readers of the screen. */
export function LineIcon({ children, class: name, box = 24, size = 20, stroke = 2 }: Props) {
  return (
    <svg
      class={name}
      viewBox={`0 0 ${box} ${box}`}
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      stroke-width={stroke}
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}
