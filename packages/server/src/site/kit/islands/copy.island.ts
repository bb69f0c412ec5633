import { copyText } from './copy-text.ts';

/** Buttons that copy the text of the element they name, or select it where the page may not copy. Without this script they stay hidden. */
for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
  const name = button.textContent;
  button.hidden = false;
  button.addEventListener('click', () => void copy(button));
  button.addEventListener('blur', () => (button.textContent = name));
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const { copy: id = '', done = '', selected = '' } = button.dataset;
  const source = document.getElementById(id);
  if (source === null) return;
  const isCopied = await copyText(source.textContent);
  if (!isCopied) getSelection()?.selectAllChildren(source);
  button.textContent = isCopied ? done : selected;
}
