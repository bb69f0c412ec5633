import { find } from '../../../kit/islands/dom.ts';

/** Files may be dropped on the field, and a picture that was chosen is shown before it is sent. It never leaves the browser here. */
export function previewFile(form: HTMLFormElement, input: HTMLInputElement): void {
  const zone = find(form, '[data-drop]', HTMLElement);
  const picture = document.createElement('img');
  picture.alt = zone.dataset['drop'] ?? '';
  picture.hidden = true;
  zone.append(picture);
  let address = '';
  const hide = (): void => {
    picture.hidden = true;
    picture.removeAttribute('src');
    if (address !== '') URL.revokeObjectURL(address);
    address = '';
  };
  const show = (): void => {
    hide();
    const file = input.files?.[0];
    if (file === undefined || !file.type.startsWith('image/')) return;
    address = URL.createObjectURL(file);
    picture.src = address;
  };
  picture.addEventListener('load', () => {
    picture.hidden = false;
  });
  picture.addEventListener('error', hide);
  input.addEventListener('change', show);
  const mark = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault();
    zone.classList.toggle('over', isOver);
  };
  zone.addEventListener('dragover', mark(true));
  zone.addEventListener('dragleave', mark(false));
  zone.addEventListener('drop', (event) => {
    mark(false)(event);
    const files = event.dataTransfer?.files;
    if (files === undefined || files.length === 0) return;
    input.files = files;
    show();
  });
}
