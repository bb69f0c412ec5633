import type { Call, Credentials } from './call.ts';

/** A call for Node.js, or for a browser but for what is read from the environment. Variables have the names that the curl example has, in small letters. */
export function javascriptExample(call: Call): string {
  const { form, json, method, credentials, isDownload } = call;
  const headers = [...headersOf(credentials, method), ...(json === null ? [] : [`'Content-Type': 'application/json'`])];
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(', ')} }`]),
    ...(json === null ? [] : [`body: JSON.stringify(${JSON.stringify(json, null, 2).replaceAll('\n', '\n  ')})`]),
    ...(form.length === 0 ? [] : ['body: form']),
  ];
  const address = call.address.replaceAll(/\{(\w+)\}/g, (_all, name: string) => `\${${name}}`);
  const given = options.length === 0 ? '' : `, {\n${options.map((option) => `  ${option},\n`).join('')}}`;
  return [
    ...formLines(form),
    `const answer = await fetch(${address === call.address ? `'${address}'` : `\`${address}\``}${given});`,
    'if (!answer.ok) throw new Error(await answer.text());',
    ...resultLines(isDownload, credentials),
  ].join('\n');
}

function headersOf(credentials: Credentials, method: string): string[] {
  if (credentials === 'apiKey') return ['Authorization: `Bearer ${process.env.REVERA_KEY}`'];
  if (credentials === 'adminToken') return ['Authorization: `Bearer ${process.env.ADMIN_TOKEN}`'];
  if (credentials !== 'session') return [];
  return ['Cookie: cookie', ...(method === 'GET' ? [] : [`'X-CSRF-Token': csrf`])];
}

function formLines(form: Call['form']): string[] {
  if (form.length === 0) return [];
  const needsFile = form.some(({ text }) => text === null);
  return [
    ...(needsFile ? [`import { openAsBlob } from 'node:fs';`, ''] : []),
    'const form = new FormData();',
    ...form.map(({ name, text }) =>
      text === null
        ? `form.set('${name}', await openAsBlob('photo.jpg'), 'photo.jpg');`
        : `form.set('${name}', '${text}');`,
    ),
  ];
}

function resultLines(isDownload: boolean, credentials: Credentials): string[] {
  if (isDownload) return ['const bytes = new Uint8Array(await answer.arrayBuffer());'];
  if (credentials === 'getsCookies') return [`const [cookie] = answer.headers.getSetCookie();`];
  return ['console.log(await answer.text());'];
}
