/** Buttons that copy the text of the element they name. Without this script they stay hidden. */
for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', () => void copy(button));
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const source = document.getElementById(button.dataset['copy'] ?? '');
  const done = button.dataset['done'] ?? '';
  await navigator.clipboard.writeText(source?.textContent ?? '');
  const before = button.textContent;
  button.textContent = done;
  button.addEventListener('blur', () => (button.textContent = before), { once: true });
}
