import type { PictureSize, ResolutionClue } from './facts.ts';

/** What a container says about the sizes of its first video track. */
export interface VideoSizes {
  coded: PictureSize;
  /** The part of it that is shown. Null: all of it, or it does not say. */
  shown: PictureSize | null;
  /** How many times as wide as high each pixel is. Null: it does not say. */
  pixelShape: number | null;
  /** The size that it is shown at. Null: it does not say. */
  display: PictureSize | null;
}

/** Sizes that differ by less are the same: blocks are cut off, and shapes of pixels are rounded. */
const SAME_SIZE = 1.02;
/** Shapes that differ by less from a square are one. */
const SQUARE = 0.001;

/** Statements of the container. None of them says anything about how the pixels were made. */
export function sizeClues({ coded, shown, pixelShape, display }: VideoSizes): ResolutionClue[] {
  const isSquare = pixelShape === null || Math.abs(pixelShape - 1) < SQUARE;
  return [
    ...(display === null ? [] : [displayClue(coded, isSquare ? 1 : pixelShape, display)]),
    { code: 'container_coded_size', size: coded, ratio: null },
    ...(shown === null ? [] : [{ code: 'container_shown_part', size: shown, ratio: null } as const]),
    ...(isSquare ? [] : [{ code: 'container_pixel_shape', size: null, ratio: pixelShape } as const]),
  ];
}

/** Pixels that are not square make one side of the display larger than coded, or the other: only both count. */
function displayClue(coded: PictureSize, pixelShape: number, display: PictureSize): ResolutionClue {
  const across = display.width / coded.width;
  const ratios = [across, across / pixelShape, display.height / coded.height];
  const isLarger = ratios.every((ratio) => ratio > SAME_SIZE);
  const ratio = isLarger ? Math.min(...ratios) : null;
  return { code: isLarger ? 'container_display_larger' : 'container_sizes', size: display, ratio };
}

/** Rounded; null when a side is not positive. */
export function sizeOf(width: number, height: number): PictureSize | null {
  const size = { width: Math.round(width), height: Math.round(height) };
  return size.width > 0 && size.height > 0 && Number.isFinite(width * height) ? size : null;
}
