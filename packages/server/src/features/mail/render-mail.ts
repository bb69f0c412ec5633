import { html, type Markup } from '../../http/html.ts';
import type { Language } from '../../shared/language.ts';
import { isMailTemplate, MAIL_VALUES } from './schemas.ts';
import { MAILS_EN } from './templates-en.ts';
import { MAILS_ZH_CN } from './templates-zh-cn.ts';
import type { MailLanguage, MailTemplate, MailTemplates, MailWords } from './templates.ts';

const MAIL_LANGUAGES: Readonly<Record<Language, MailLanguage>> = { en: MAILS_EN, 'zh-CN': MAILS_ZH_CN };

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/**
 * Words a mail.
 * @param payload the values of the template, as they were stored
 * @param address of this service: no link leads elsewhere
 */
export function renderMail(template: string, language: Language, payload: unknown, address: string): RenderedMail {
  if (!isMailTemplate(template)) throw new TypeError(`no mail template ${template}`);
  const { origin, host } = new URL(address);
  const words = wordsOf(template, language, decodeValues(template, payload));
  for (const link of words.links) {
    if (new URL(link.address).origin !== origin) {
      throw new TypeError(`the mail ${template} has a link that is not to ${origin}`);
    }
  }
  const footer = MAIL_LANGUAGES[language].footer(host);
  return { subject: words.subject, text: asText(words, footer), html: asHtml(words, footer, language) };
}

function decodeValues<T extends MailTemplate>(template: T, payload: unknown): MailTemplates[T] {
  return MAIL_VALUES[template].parse(payload);
}

function wordsOf<T extends MailTemplate>(template: T, language: Language, values: MailTemplates[T]): MailWords {
  return MAIL_LANGUAGES[language].templates[template](values);
}

function asText({ before, links, after }: MailWords, footer: string): string {
  const lines = links.map(({ label, address }) => `${label}:\n${new URL(address).href}`);
  return [...before, ...lines, ...after, `-- \n${footer}`].join('\n\n');
}

/** Styles are inline: mail programs drop style sheets. */
function asHtml({ subject, before, links, after }: MailWords, footer: string, language: Language): string {
  const page = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${subject}</title>
      </head>
      <body style="margin:0;padding:24px 16px;font:16px/1.6 sans-serif;color:#1b1f24;background:#fff">
        <div style="max-width:36rem;margin:0 auto">
          <p style="margin:0 0 16px;font-weight:600;color:#57606a">Revera</p>
          ${before.map(paragraph)} ${links.map(linkOf)} ${after.map(paragraph)}
          <p style="margin:24px 0 0;padding:16px 0 0;border-top:1px solid #d8dee4;font-size:14px;color:#57606a">
            ${footer}
          </p>
        </div>
      </body>
    </html> `;
  return page.text;
}

function paragraph(text: string): Markup {
  return html`<p style="margin:0 0 16px">${text}</p>`;
}

/** The address is shown too, so that it can be read before it is followed, and copied. */
function linkOf({ label, address }: MailWords['links'][number]): Markup {
  const { href } = new URL(address);
  return html`<p style="margin:0 0 16px">
    <a href="${href}" style="font-weight:600;color:#0a5bb5">${label}</a><br />
    <span style="font-size:14px;color:#57606a;overflow-wrap:anywhere">${href}</span>
  </p>`;
}
