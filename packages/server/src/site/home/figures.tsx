import type { ComponentChildren } from 'preact';
import type { Language } from '../../shared/language.ts';
import { REPORT_WORDS } from '../../shared/report-words.ts';
import { formatNumber } from '../kit/format-number.ts';
import { pagePath } from '../kit/site-map.ts';
import type { HomeFacts } from './home-facts.ts';
import type { ListDate } from './list-dates.ts';
import { HOME } from './words.ts';

/** What this installation reads, trusts and keeps, in figures: each comes from the tables and settings that the program works by. */
export function FiguresSection({ shell: { language }, keptHours, lists, formats }: Omit<HomeFacts, 'limits'>) {
  const words = HOME[language].figures;
  return (
    <section class="home-section" aria-labelledby="figures">
      <h2 id="figures">{words.title}</h2>
      <ul class="home-figures">
        <Figure value={formatNumber(formats.read, language)} name={words.read}>
          <a href={pagePath(language, 'what-we-check')}>{words.which}</a>
        </Figure>
        <Figure value={formatNumber(formats.signed, language)} name={words.signed}>
          <a href={pagePath(language, 'docs/sign')}>{words.how}</a>
        </Figure>
        {lists.length === 0 ? null : (
          <Figure value={formatNumber(lists.length, language)} name={words.lists(lists.length)}>
            <Lists lists={lists} language={language} />
          </Figure>
        )}
        <Figure value={words.hours(keptHours)} name={words.kept}>
          {words.deleted}
        </Figure>
      </ul>
    </section>
  );
}

function Figure({ value, name, children }: { value: string; name: string; children: ComponentChildren }) {
  return (
    <li>
      <p class="home-figure-line">
        <strong class="home-figure-value">{value}</strong> <span class="home-figure-name">{name}</span>
      </p>
      <div class="home-figure-more">{children}</div>
    </li>
  );
}

function Lists({ lists, language }: { lists: readonly ListDate[]; language: Language }) {
  const names = REPORT_WORDS[language].basis.names;
  return (
    <ul class="home-figure-lists">
      {lists.map(({ name, fetchedAt }) => (
        <li key={name}>
          <a href={pagePath(language, 'status')}>{names[name]}</a>
          {HOME[language].figures.of}
          <time datetime={fetchedAt}>{wordDay(fetchedAt, language)}</time>
        </li>
      ))}
    </ul>
  );
}

/** The day in UTC: the page is the same for readers everywhere. */
function wordDay(at: string, language: Language): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(at));
}
