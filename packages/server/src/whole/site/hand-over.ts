/** A browser page, as far as we need it here. */
interface Evaluating {
  evaluate(script: string): Promise<unknown>;
}

/** A file as a person has it. */
export interface HandedFile {
  name: string;
  bytes: Uint8Array;
}

/** Runs in the page, which cannot be given real files: it makes them, and the event carries them as a drag does. */
const HAND_OVER = `({ kinds, files }) => {
  const transfer = new DataTransfer();
  for (const { name, base64 } of files) {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    transfer.items.add(new File([bytes], name));
  }
  for (const kind of kinds) {
    const init = { bubbles: true, cancelable: true };
    document.body.dispatchEvent(
      kind === 'paste'
        ? new ClipboardEvent(kind, { ...init, clipboardData: transfer })
        : new DragEvent(kind, { ...init, dataTransfer: transfer }),
    );
  }
}`;

/** What happens in the page when files are dragged over it, dropped or pasted. */
export async function handOver(
  page: Evaluating,
  kinds: readonly ('dragover' | 'dragleave' | 'drop' | 'paste')[],
  files: readonly HandedFile[],
): Promise<void> {
  const encoded = files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString('base64') }));
  await page.evaluate(`(${HAND_OVER})(${JSON.stringify({ kinds, files: encoded })})`);
}
