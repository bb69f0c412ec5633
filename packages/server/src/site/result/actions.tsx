import { pagePath } from '../kit/site-map.ts';
import { REPORT_FORMATS } from '../../shared/report-formats.ts';
import { Life } from './life.tsx';
import type { View } from './view.ts';

/** What can be done with a result. In a file of its own nothing can, so there it has none. */
export function Actions({ view }: { view: View }) {
  if (view.isFile) return null;
  const { words, addresses, language } = view;
  const names = words.actions;
  const { pdf } = addresses.reports;
  return (
    <div class="actions-bar">
      <div class="button-row">
        <a class="button" href={pagePath(language, '')}>
          {names.another}
        </a>
        <button type="button" class="button button-quiet" hidden data-copy-address="result-address">
          {names.copy}
        </button>
        {pdf === null ? null : (
          <a class="button button-quiet" href={pdf} download>
            {names.pdf}
          </a>
        )}
        <More view={view} />
      </div>
      <p class="result-address">
        {words.data.link}: <code id="result-address">{addresses.page}</code>
      </p>
      <p class="visually-hidden" role="status" data-copied={names.copied} data-by-hand={names.byHand}></p>
      <Life view={view} />
      <p class="times-note soft" hidden>
        <span data-zone={names.localTimes}></span>{' '}
        <button type="button" class="link-button" aria-pressed="false">
          {names.utcTimes}
        </button>
      </p>
    </div>
  );
}

/** The other forms of the report, and the device's own way to pass an address on. */
function More({ view }: { view: View }) {
  const { words, addresses } = view;
  return (
    <details class="menu">
      <summary class="button button-quiet">{words.actions.more}</summary>
      <ul>
        {REPORT_FORMATS.map((format) => {
          const href = addresses.reports[format];
          return href === null || format === 'pdf' ? null : (
            <li key={format}>
              <a href={href} download>
                {words.data[format].name}
              </a>
            </li>
          );
        })}
        <li hidden>
          <button type="button" data-share={addresses.page}>
            {words.actions.share}
          </button>
        </li>
      </ul>
    </details>
  );
}
