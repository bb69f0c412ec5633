import type { Language } from '../../shared/language.ts';
import { searchIndexPath } from './index-path.ts';
import { SEARCH } from './words.ts';

/** Shown and answered by `search.js`; without scripts it is not there, and the lists of `docs` and `learn` name every page. */
export function SearchBox({ language }: { language: Language }) {
  const { label, short, some, none, failed } = SEARCH;
  return (
    <div
      class="doc-search"
      role="search"
      aria-label={label[language]}
      data-index={searchIndexPath(language)}
      data-some={some[language]}
      data-none={none[language]}
      data-failed={failed[language]}
      hidden
    >
      <label for="doc-search">{short[language]}</label>
      <input id="doc-search" type="search" autoComplete="off" maxLength={200} />
      <p role="status"></p>
      <ul hidden></ul>
    </div>
  );
}
