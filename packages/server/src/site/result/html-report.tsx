import { renderToString } from 'preact-render-to-string';
import { fill } from '../../shared/fill.ts';
import { ResultBody } from './result-body.tsx';
import { titleOf } from './page.tsx';
import { openView, type View, type ViewFacts } from './view.ts';

export interface HtmlReportFacts extends Omit<ViewFacts, 'isFile' | 'thumbnails'> {
  /** The stylesheet of the site as it was built, with the Content-Security-Policy word for its hash. */
  readonly style: ReportStyle;
}

export interface ReportStyle {
  readonly css: string;
  /** `sha256-…`, of exactly that text. */
  readonly hash: string;
}

export interface HtmlReport {
  readonly html: string;
  /** Of the answer; the file carries the same, without what only an answer can say. */
  readonly contentSecurityPolicy: string;
}

/** A result as one file: no scripts, nothing fetched, everything open. */
export function renderReportFile({ style, ...facts }: HtmlReportFacts): HtmlReport {
  const view = openView({ ...facts, thumbnails: [], isFile: true });
  // The picture is in the file: no other can be, because nothing in the file is written as HTML but by this program.
  const pictures = view.preview === null || view.preview === 'off' ? '' : ' img-src data:;';
  const policy = `default-src 'none'; style-src '${style.hash}';${pictures} base-uri 'none'; form-action 'none'`;
  return {
    html: `<!doctype html>\n${renderToString(<ReportFile view={view} css={style.css} policy={policy} />)}\n`,
    contentSecurityPolicy: `${policy}; frame-ancestors 'none'; sandbox allow-popups`,
  };
}

function ReportFile({ view, css, policy }: { view: View; css: string; policy: string }) {
  const { words, data, addresses, language } = view;
  const made = fill(words.report.made, { time: data.report.validated_at, origin: new URL(addresses.page).origin });
  return (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="content-security-policy" content={policy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>{titleOf(view)}</title>
        <style dangerouslySetInnerHTML={{ __html: css }}></style>
      </head>
      <body>
        <header class="report-head">
          <p>
            <strong>{words.report.title}</strong>
          </p>
          <p class="soft">{made}</p>
        </header>
        <main class="main main-wide">
          <ResultBody view={view} />
        </main>
        <footer class="report-head">
          <p class="soft">{words.report.note}</p>
        </footer>
      </body>
    </html>
  );
}
