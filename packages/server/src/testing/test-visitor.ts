import type { App } from '../app.ts';
import type { TestSession } from './test-accounts.ts';

/** What a person without scripts sees of an answer. */
export interface Seen {
  status: number;
  headers: Readonly<Record<string, string | string[] | number | undefined>>;
  html: string;
  /** The target of a redirect; empty without one. */
  location: string;
}

/** A browser without scripts, with its own cookies. */
export interface Visitor {
  /** The header `Cookie` as it would be sent now. */
  cookie(): string;
  open(url: string): Promise<Seen>;
  /** Fills in the form of the page and sends it, with its hidden fields. */
  submit(page: Seen, formId: string, fields?: Readonly<Record<string, string>>): Promise<Seen>;
  /** Sends fields without a page. */
  post(
    url: string,
    fields: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Seen>;
}

interface Request {
  method: 'GET' | 'POST';
  url: string;
  headers?: Readonly<Record<string, string>>;
  payload?: string;
}

interface VisitorOptions {
  origin: string;
  session?: TestSession;
  /** The apparent address of the caller. */
  address?: string;
}

export function openVisitor(app: App, { origin, session, address = '127.0.0.1' }: VisitorOptions): Visitor {
  const jar = new Map<string, string>();
  for (const pair of session?.cookie.split('; ') ?? []) keep(jar, pair);
  const cookie = (): string => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const ask = async (request: Request): Promise<Seen> => {
    const headers = { accept: 'text/html', ...(jar.size === 0 ? {} : { cookie: cookie() }), ...request.headers };
    const answer = await app.inject({ ...request, remoteAddress: address, headers });
    for (const set of [answer.headers['set-cookie'] ?? []].flat()) keep(jar, set);
    const { location = '' } = answer.headers;
    return { status: answer.statusCode, headers: answer.headers, html: answer.body, location };
  };
  const post: Visitor['post'] = (url, fields, headers = {}) =>
    ask({
      method: 'POST',
      url,
      headers: { origin, 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams(fields).toString(),
    });
  return {
    cookie,
    open: (url) => ask({ method: 'GET', url }),
    post,
    submit: (page, formId, fields = {}) => {
      const { action, hidden } = formOf(page, formId);
      return post(action, { ...hidden, ...fields });
    },
  };
}

/** Keeps `name=value; attributes`; an expired cookie is removed. */
function keep(jar: Map<string, string>, text: string): void {
  const [pair = '', ...attributes] = text.split('; ');
  const at = pair.indexOf('=');
  const name = pair.slice(0, at);
  if (attributes.includes('Max-Age=0')) jar.delete(name);
  else jar.set(name, pair.slice(at + 1));
}

/**
 * The form with the identifier: its target and its hidden fields.
 * @throws when the page has none
 */
export function formOf({ html }: Seen, id: string): { action: string; hidden: Record<string, string>; markup: string } {
  const markup = new RegExp(`<form id="${id}"[^>]*>.*?</form>`, 's').exec(html)?.[0];
  if (markup === undefined) throw new Error(`the page has no form ${id}`);
  const action = unescape(/ action="([^"]*)"/.exec(markup)?.[1] ?? '');
  const inputs = markup.match(/<input type="hidden"[^>]*>/g) ?? [];
  const hidden = inputs.map((input) => [attributeOf(input, 'name'), attributeOf(input, 'value')] as const);
  return { action, hidden: Object.fromEntries(hidden), markup };
}

function attributeOf(element: string, name: string): string {
  return unescape(new RegExp(` ${name}="([^"]*)"`).exec(element)?.[1] ?? '');
}

function unescape(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
