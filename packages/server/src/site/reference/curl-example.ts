import type { Call, Credentials } from './call.ts';

/**
 * A call of the operation for a shell. What only the caller knows stands as a variable: `$REVERA_KEY`, `$CID`; a session is in
 * `cookies.txt` and `$CSRF`, as the page on authentication makes them.
 */
export function curlExample(call: Call): string {
  const data = dataOf(call);
  return inLines([
    ...(call.method === (data.length > 0 ? 'POST' : 'GET') ? [] : [`-X ${call.method}`]),
    ...credentialsOf(call.credentials, call.method),
    ...data,
    ...(call.isDownload ? ['-OJ'] : []),
    call.address.replaceAll(/\{(\w+)\}/g, (_all, name: string) => `$${name.toUpperCase()}`),
  ]);
}

/** At most this wide in one line; more is broken after each part. */
const LINE_CHARACTERS = 76;

function inLines(parts: readonly string[]): string {
  const line = `curl ${parts.join(' ')}`;
  return line.length <= LINE_CHARACTERS ? line : `curl ${parts.join(' \\\n     ')}`;
}

function credentialsOf(credentials: Credentials, method: string): string[] {
  switch (credentials) {
    case 'getsCookies':
      return ['-c cookies.txt'];
    case 'apiKey':
      return [header('Authorization: Bearer $REVERA_KEY')];
    case 'adminToken':
      return [header('Authorization: Bearer $ADMIN_TOKEN')];
    case 'session':
      return ['-b cookies.txt', ...(method === 'GET' ? [] : [header('X-CSRF-Token: $CSRF')])];
    case 'none':
      return [];
  }
}

/** In double quotes, in which the shell puts in the variable. */
function header(text: string): string {
  return `-H "${text}"`;
}

function dataOf({ form, json }: Call): string[] {
  if (json !== null) return [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(json))}`];
  return form.map(({ name, text }) => `-F ${name}=${text ?? '@photo.jpg'}`);
}

/** In single quotes, in which the shell changes nothing. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
