import { formatBytes } from '../../../kit/format-bytes.ts';
import { find } from '../../../kit/islands/dom.ts';
import { fill } from '../../../../shared/fill.ts';
import { decodeSignAnswer, type SignOutcome } from './sign-answer.ts';
import { previewFile } from './preview.ts';
import { readSignData } from './sign-data.ts';

/** Signs over the interface instead of by the form, so that the page can say how far it is and keep what was typed. */
const form = find(document, 'form[data-sign]', HTMLFormElement);
const data = readSignData(form.dataset['sign'] ?? '');
const { words, language } = data;
const file = find(form, 'input[type=file]', HTMLInputElement);
const label = find(form, 'select[name=label]', HTMLSelectElement);
const ownLabel = find(form, '[data-own-label]', HTMLElement);
const progress = find(form, '[data-progress]', HTMLElement);
const bar = find(progress, 'progress', HTMLProgressElement);
const state = find(progress, '[data-state]', HTMLElement);
const problem = find(form, '[data-problem]', HTMLElement);
const submit = find(form, 'button:not([type])', HTMLButtonElement);
let request: XMLHttpRequest | null = null;

const showOwnLabel = (): void => {
  ownLabel.hidden = label.value !== 'own';
};
previewFile(form, file);
showOwnLabel();
label.addEventListener('change', showOwnLabel);
find(progress, '[data-cancel]', HTMLButtonElement).addEventListener('click', () => request?.abort());

form.addEventListener('submit', (event) => {
  const chosen = file.files?.[0];
  event.preventDefault();
  forget();
  if (request !== null) return;
  if (chosen === undefined) {
    fail(words.noFile);
    return;
  }
  if (chosen.size > data.limitBytes) {
    const size = formatBytes(chosen.size, language);
    fail(fill(words.tooLarge, { size, limit: formatBytes(data.limitBytes, language) }));
    return;
  }
  if (form.querySelector('input[name=content_type]:checked') === null) {
    fail(words.noDeclaration);
    return;
  }
  send();
});

function send(): void {
  const sending = new XMLHttpRequest();
  request = sending;
  sending.upload.addEventListener('progress', ({ loaded, total }) => showUpload(total === 0 ? 0 : loaded / total));
  sending.upload.addEventListener('load', () => {
    bar.removeAttribute('value');
    state.textContent = words.signing;
  });
  sending.addEventListener('load', () => finish(decodeSignAnswer(sending.status, sending.responseText)));
  sending.addEventListener('error', () => fail(fill(words.failed, { reason: words.disconnected })));
  sending.addEventListener('abort', () => fail(words.cancelled));
  sending.addEventListener('loadend', () => {
    request = null;
    submit.disabled = false;
  });
  sending.open('POST', '/api/sign');
  sending.setRequestHeader('accept-language', language);
  sending.setRequestHeader('x-csrf-token', data.csrf);
  sending.setRequestHeader('x-organization-id', data.organizationId);
  problem.hidden = true;
  progress.hidden = false;
  submit.disabled = true;
  showUpload(0);
  sending.send(body());
}

/** The fields of the form as the interface names them. */
function body(): FormData {
  const fields = new FormData(form);
  fields.delete('csrf_token');
  fields.delete('label');
  if (label.value !== 'own') fields.set('china_aigc', label.value === 'auto' ? 'auto' : '');
  return fields;
}

function showUpload(part: number): void {
  bar.value = part;
  const percent = new Intl.NumberFormat(language, { style: 'percent' }).format(part);
  state.textContent = fill(words.uploading, { percent });
}

function finish(outcome: SignOutcome): void {
  switch (outcome.kind) {
    case 'signed':
      location.assign(fill(data.credential, { id: encodeURIComponent(outcome.credentialId) }));
      return;
    case 'refused':
      refuse(outcome);
      return;
    case 'unexpected':
      fail(fill(words.unexpected, { status: outcome.status }));
  }
}

/** Says why at the field that would change it, and below the form with the number of the request. */
function refuse({ message, reason, requestId }: Extract<SignOutcome, { kind: 'refused' }>): void {
  const text = (reason === null ? undefined : data.reasons[reason]) ?? message;
  const number = requestId === null ? '' : ` ${fill(words.request, { id: requestId })}`;
  fail(fill(words.failed, { reason: text }) + number);
  const field = form.querySelector(`#sign-${reason === null ? 'file' : (data.fields[reason] ?? 'file')}`);
  if (!(field instanceof HTMLElement)) return;
  const folded = field.closest('details');
  if (folded !== null) folded.open = true;
  const note = document.createElement('p');
  note.className = 'problem';
  note.id = 'sign-refused';
  note.textContent = text;
  const legend = field.querySelector('legend');
  if (legend === null) field.before(note);
  else legend.after(note);
  field.setAttribute('aria-invalid', 'true');
  field.setAttribute('aria-errormessage', note.id);
}

/** The refusal of the last try. */
function forget(): void {
  form.querySelector('#sign-refused')?.remove();
  for (const field of form.querySelectorAll('[aria-errormessage="sign-refused"]')) {
    field.removeAttribute('aria-invalid');
    field.removeAttribute('aria-errormessage');
  }
}

function fail(text: string): void {
  progress.hidden = true;
  problem.hidden = false;
  problem.textContent = text;
  problem.focus();
}
