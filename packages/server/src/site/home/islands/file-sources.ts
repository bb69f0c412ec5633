/** A file that somebody handed over; a dropped folder looks like one. */
export interface Incoming {
  readonly file: File;
  readonly size: number;
  readonly isFolder: boolean;
}

function incoming(file: File, isFolder = false): Incoming {
  return { file, size: file.size, isFolder };
}

function filesOf(transfer: DataTransfer | null): Incoming[] {
  return Array.from(transfer?.items ?? []).flatMap((item) => {
    const file = item.kind === 'file' ? item.getAsFile() : null;
    return file === null ? [] : [incoming(file, item.webkitGetAsEntry()?.isDirectory === true)];
  });
}

function carriesFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true;
}

/** Files come in by picker, by dropping them anywhere on the page, and by pasting. */
export function listenForFiles(
  form: HTMLFormElement,
  input: HTMLInputElement,
  take: (files: Incoming[]) => void,
): void {
  const takeChosen = (): void => {
    const files = Array.from(input.files ?? [], (file) => incoming(file));
    // So that the same file can be chosen again.
    input.value = '';
    if (files.length > 0) take(files);
  };
  input.multiple = true;
  input.addEventListener('change', takeChosen);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    takeChosen();
  });
  listenForDrops(take);
  document.addEventListener('paste', (event) => {
    const files = filesOf(event.clipboardData);
    if (files.length === 0) return;
    event.preventDefault();
    take(files);
  });
  // Chosen before this script had come.
  takeChosen();
}

function listenForDrops(take: (files: Incoming[]) => void): void {
  const mark = (isDropping: boolean): void => {
    document.body.classList.toggle('dropping', isDropping);
  };
  // Without this the browser would leave the page and show the file.
  document.addEventListener('dragover', (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    mark(true);
  });
  document.addEventListener('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) mark(false);
  });
  document.addEventListener('drop', (event) => {
    mark(false);
    if (!carriesFiles(event)) return;
    event.preventDefault();
    take(filesOf(event.dataTransfer));
  });
}
