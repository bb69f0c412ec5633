const SIDE = 56;

/** What every browser shows. Others, and files that only call themselves pictures, have no thumbnail. */
const SHOWN = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']);
/** The browser decodes the whole picture for it. */
const MOST_BYTES = 32 * 1024 * 1024;

/** Puts the browser's own picture of a file, which nobody else sees, at the beginning of its row. */
export function showThumbnail(file: Blob, row: HTMLElement): void {
  if (!SHOWN.has(file.type) || file.size > MOST_BYTES) return;
  const address = URL.createObjectURL(file);
  const picture = new Image(SIDE, SIDE);
  const box = document.createElement('span');
  box.className = 'thumbnail';
  box.append(picture);
  const forget = (): void => URL.revokeObjectURL(address);
  picture.alt = '';
  picture.addEventListener('load', () => {
    forget();
    row.prepend(box);
  });
  picture.addEventListener('error', forget);
  picture.src = address;
}
