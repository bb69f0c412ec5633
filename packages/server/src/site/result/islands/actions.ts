import { copyText } from '../../kit/islands/copy-text.ts';
import { find } from '../../kit/islands/dom.ts';

/** Copying, sharing, and a menu that closes as menus do. Without this script the address stands there to be copied by hand. */
export function offerActions(): void {
  const bar = document.querySelector('.actions-bar');
  if (!(bar instanceof HTMLElement)) return;
  offerCopy(bar);
  offerShare(bar);
  closeAsMenusDo(find(bar, '.menu', HTMLDetailsElement));
}

function offerCopy(bar: HTMLElement): void {
  const button = find(bar, '[data-copy-address]', HTMLButtonElement);
  const address = find(bar, '#result-address', HTMLElement);
  const line = find(bar, '.result-address', HTMLElement);
  const spoken = find(bar, '[role="status"]', HTMLElement);
  const { copied = '', byHand = '' } = spoken.dataset;
  const name = button.textContent;
  button.hidden = false;
  line.hidden = true;
  button.addEventListener('click', () => {
    void copyText(address.textContent).then((isCopied) => {
      spoken.textContent = isCopied ? copied : byHand;
      if (isCopied) button.textContent = copied;
      else {
        line.hidden = false;
        getSelection()?.selectAllChildren(address);
      }
    });
  });
  button.addEventListener('blur', () => {
    button.textContent = name;
    spoken.textContent = '';
  });
}

/** For phones, whose browsers pass addresses on to other programs. */
function offerShare(bar: HTMLElement): void {
  const button = find(bar, '[data-share]', HTMLButtonElement);
  if (!('share' in navigator) || !matchMedia('(pointer: coarse)').matches) return;
  find(bar, 'li[hidden]', HTMLLIElement).hidden = false;
  button.addEventListener('click', () => {
    // Whoever closes the sheet of their phone has changed their mind, which is no error.
    navigator.share({ title: document.title, url: button.dataset['share'] ?? '' }).catch(() => undefined);
  });
}

function closeAsMenusDo(menu: HTMLDetailsElement): void {
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !menu.contains(target)) menu.open = false;
  });
  menu.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.open) return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  });
}
