import type { Call, Credentials } from './call.ts';

/** A call for Python with `requests`. Variables have the names that the curl example has, in small letters. */
export function pythonExample(call: Call): string {
  const { form, json, method, credentials, isDownload } = call;
  const address = call.address.includes('{') ? `f"${call.address}"` : `"${call.address}"`;
  const texts = form.flatMap(({ name, text }) => (text === null ? [] : [`"${name}": "${text}"`]));
  const files = form.flatMap(({ name, text }) => (text === null ? [`"${name}": open("photo.jpg", "rb")`] : []));
  const headers = headersOf(credentials, method);
  const options = [
    address,
    ...(headers.length === 0 ? [] : [`headers={${headers.join(', ')}}`]),
    ...(texts.length === 0 ? [] : [`data={${texts.join(', ')}}`]),
    ...(files.length === 0 ? [] : [`files={${files.join(', ')}}`]),
    ...(json === null ? [] : [`json=${pythonValue(json)}`]),
    'timeout=60',
  ];
  const usesSession = credentials === 'session' || credentials === 'getsCookies';
  const caller = usesSession ? 'session' : 'requests';
  return [
    ...(headers.some((header) => header.includes('os.environ')) ? ['import os'] : []),
    'import requests',
    '',
    ...(credentials === 'getsCookies' ? ['session = requests.Session()'] : []),
    `answer = ${caller}.${method.toLowerCase()}(\n${options.map((option) => `    ${option},\n`).join('')})`,
    'answer.raise_for_status()',
    isDownload ? 'content = answer.content' : 'print(answer.text)',
  ].join('\n');
}

function headersOf(credentials: Credentials, method: string): string[] {
  if (credentials === 'apiKey') return [`"Authorization": f"Bearer {os.environ['REVERA_KEY']}"`];
  if (credentials === 'adminToken') return [`"Authorization": f"Bearer {os.environ['ADMIN_TOKEN']}"`];
  return credentials === 'session' && method !== 'GET' ? [`"X-CSRF-Token": csrf`] : [];
}

/** A value of JSON as Python writes it. */
function pythonValue(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${pythonValue(member)}`);
  return `{${members.join(', ')}}`;
}
