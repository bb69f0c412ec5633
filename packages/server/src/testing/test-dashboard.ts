import { HtmlValidate } from 'html-validate';
import type { App } from '../app.ts';
import type { TestAccount } from './test-accounts.ts';
import type { TestServer } from './test-services.ts';
import { openVisitor, type Seen, type Visitor } from './test-visitor.ts';

/** What tests of the dashboard's pages use. */
export interface TestDashboard {
  app: App;
  /** The browser of the account, without scripts. */
  visit: (account?: TestAccount) => Visitor;
  query: (text: string, ...values: unknown[]) => Promise<Record<string, unknown>[]>;
}

export function openDashboard(server: TestServer): TestDashboard {
  const { app } = server.variant({});
  return {
    app,
    visit: (account) => {
      const session = account === undefined ? {} : { session: account.session };
      return openVisitor(app, { origin: server.services.links.origin(), ...session });
    },
    query: async (text, ...values) => {
      const { rows } = await server.services.database.pool.query<Record<string, unknown>>(text, values);
      return rows;
    },
  };
}

const html = new HtmlValidate({
  extends: ['html-validate:standard'],
  // The server writes attributes as short as HTML allows, and long pages have long lines.
  rules: { 'void-style': 'off', 'no-trailing-whitespace': 'off', 'attribute-boolean-style': 'off' },
});

/** The problems in the markup of a page. */
export async function markupProblems({ html: text }: Seen): Promise<string[]> {
  const { results } = await html.validateString(text);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} at ${selector ?? '?'}`),
  );
}

/** The texts that a person reads, without markup. */
export function textOf({ html: text }: Seen): string {
  const main = /<main[^>]*>(.*)<\/main>/s.exec(text)?.[1] ?? text;
  return main
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ');
}

/** What hostile text would do to a page: add elements, and characters that are invisible or change the direction of the text. */
export function traps({ html: text }: Seen): string[] {
  return (
    text.match(/<script>|<img(?! src="\/(?:en|zh-cn)\/results\/)|[\u202a-\u202e\u2066-\u2069]|(?!\n)\p{Cc}/gu) ?? []
  );
}
