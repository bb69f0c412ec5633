import { html, inlineStyle, type Markup } from '../../http/html.ts';
import type { Language } from '../../shared/language.ts';
import { PAGE_STYLE } from './page-style.ts';
import { PAGE_WORDS, type PageWords } from './page-words.ts';
import type { PublicCredential } from './schemas.ts';

const STYLE = inlineStyle(PAGE_STYLE);

/** The public view as a page: the state first, then what was signed, then how to check it oneself. No script. */
export function renderCredentialPage(
  credential: PublicCredential,
  language: Language,
): { html: string; contentSecurityPolicy: string } {
  const words = PAGE_WORDS[language];
  const state = words.states[credential.status];
  const page = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${state.title} · ${words.title}</title>
        ${STYLE.element}
      </head>
      <body>
        <main>
          <p class="brand">Revera</p>
          <h1>${words.title}</h1>
          <section class="state ${credential.status}" aria-labelledby="state">
            <h2 id="state"><span class="mark" aria-hidden="true">${state.mark}</span> ${state.title}</h2>
            <p>${state.text}</p>
            ${whenOf(credential, language, words)}
          </section>
          ${credential.sandbox ? html`<p class="sandbox"><strong>${words.sandbox.title}</strong> ${words.sandbox.text}</p>` : null}
          <dl>${facts(credential, language, words)}</dl>
          <h2>${words.check.title}</h2>
          <p>${words.check.text}</p>
          <p class="note">${words.note}</p>
        </main>
      </body>
    </html> `;
  return { html: page.text, contentSecurityPolicy: STYLE.contentSecurityPolicy };
}

function whenOf(credential: PublicCredential, language: Language, words: PageWords): Markup | null {
  const at = credential.revoked_at ?? credential.suspended_at;
  return at === null ? null : html`<p>${words.since} ${time(at, language)}</p>`;
}

/** Texts that the signer declared stand in `bdi`, so that their direction does not reach the rest of the page. */
function facts(credential: PublicCredential, language: Language, words: PageWords): Markup[] {
  const { facts: names } = words;
  const declared = words.content_types[credential.content_type] ?? credential.content_type;
  const rows: [string, string | Markup | null][] = [
    [names.signer, isolated(credential.service_identity)],
    [names.trust, words.trust[credential.c2pa_trust_status]],
    [names.declared, declared],
    [names.generator, isolated(credential.generator)],
    [names.model, isolated(credential.model)],
    [names.organization, isolated(credential.declared_organization)],
    [names.signed_at, time(credential.signed_at, language)],
    [names.timestamp, credential.timestamp === null ? words.no_timestamp : time(credential.timestamp, language)],
    [names.media_type, credential.media_type],
    [names.sha256, html`<code>${credential.sha256}</code>`],
    [names.id, html`<code>${credential.credential_id}</code>`],
  ];
  return rows.flatMap(([name, value]) =>
    value === null
      ? []
      : [
          html`<dt>${name}</dt>
            <dd>${value}</dd> `,
        ],
  );
}

function isolated(text: string | null): Markup | null {
  return text === null ? null : html`<bdi>${text}</bdi>`;
}

function time(instant: string, language: Language): Markup {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' });
  return html`<time datetime="${instant}">${format.format(new Date(instant))} UTC</time>`;
}
