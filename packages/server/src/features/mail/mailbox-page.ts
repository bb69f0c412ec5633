import { html, inlineStyle, type Markup } from '../../http/html.ts';
import type { Language, Localized } from '../../shared/language.ts';
import type { MailboxEntry } from '../../platform/mailer.ts';

const STYLE = inlineStyle(`
:root{color-scheme:light dark}
body{max-width:52rem;margin:0 auto;padding:32px 16px;font:16px/1.6 ui-sans-serif,system-ui,"PingFang SC","Noto Sans CJK SC","Microsoft YaHei",sans-serif}
h1{font-size:1.5rem;line-height:1.25}
li{margin:0 0 16px;overflow-wrap:anywhere}
small,dt{opacity:.75}
dd{margin:0 0 8px;overflow-wrap:anywhere}
pre{padding:16px;border:1px solid;border-radius:8px;white-space:pre-wrap;overflow-wrap:anywhere;font:.9375em/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
`);

const WORDS = {
  title: { en: 'Development mailbox', 'zh-CN': '开发邮箱' },
  about: {
    en: 'The emails that would have been sent. Set SMTP_HOST to send them.',
    'zh-CN': '这里是本应发出的邮件。设置 SMTP_HOST 后才会真正发送。',
  },
  empty: { en: 'No emails yet.', 'zh-CN': '还没有邮件。' },
  back: { en: 'All emails', 'zh-CN': '全部邮件' },
  from: { en: 'From', 'zh-CN': '发件人' },
  to: { en: 'To', 'zh-CN': '收件人' },
  date: { en: 'Date', 'zh-CN': '日期' },
} as const satisfies Record<string, Localized>;

export interface Page {
  html: string;
  contentSecurityPolicy: string;
}

export function renderMailbox(mails: readonly MailboxEntry[], language: Language): Page {
  const items = mails.map(
    ({ name, message: { headers } }) =>
      html`<li>
        <a href="/dev/mailbox/${name}">${headers.get('subject') ?? name}</a><br />
        <small>${headers.get('to') ?? ''} · ${headers.get('date') ?? ''}</small>
      </li> `,
  );
  const list =
    items.length === 0
      ? html`<p>${WORDS.empty[language]}</p>`
      : html`<ul>
          ${items}
        </ul>`;
  return page(
    WORDS.title[language],
    html`<p>${WORDS.about[language]}</p>
      ${list}`,
    language,
  );
}

export function renderMailboxMail({ name, message }: MailboxEntry, language: Language): Page {
  const { headers, text } = message;
  const facts = (['from', 'to', 'date'] as const).map(
    (fact) =>
      html`<dt>${WORDS[fact][language]}</dt>
        <dd>${headers.get(fact) ?? ''}</dd>`,
  );
  const body = html`<dl>${facts}</dl>
    <pre>${withLinks(text)}</pre>
    <p><a href="/dev/mailbox">${WORDS.back[language]}</a></p>`;
  return page(headers.get('subject') ?? name, body, language);
}

function page(title: string, body: Markup, language: Language): Page {
  const document = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${STYLE.element}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html> `;
  return { html: document.text, contentSecurityPolicy: STYLE.contentSecurityPolicy };
}

/** Addresses become links; all addresses in a mail's text are ours. */
function withLinks(text: string): Markup[] {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((piece, at) => (at % 2 === 1 ? html`<a href="${piece}" rel="noreferrer">${piece}</a>` : html`${piece}`));
}
