/** Buttons that show the password in the field they name. Without this script they stay hidden. */
for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-password]')) {
  const field = document.getElementById(button.dataset['password'] ?? '');
  if (!(field instanceof HTMLInputElement)) continue;
  const shown = { text: button.dataset['hide'] ?? '', label: button.dataset['hideLabel'] ?? '' };
  const hidden = { text: button.textContent, label: button.ariaLabel ?? '' };
  const show = (isShown: boolean): void => {
    field.type = isShown ? 'text' : 'password';
    const { text, label } = isShown ? shown : hidden;
    button.textContent = text;
    button.ariaLabel = label;
  };
  button.hidden = false;
  button.addEventListener('click', () => show(field.type === 'password'));
  // Browsers keep what was typed into fields of text; a password leaves as one.
  field.form?.addEventListener('submit', () => show(false));
}
