import { HOME } from './words.ts';
import { SITE } from '../kit/words/site.ts';
import type { HomeFacts } from './home-facts.ts';

/**
 * The files of this visit: empty and hidden until the script fills it from the templates.
 *
 * @param kept how long what was found can be read
 */
export function FileList({ shell, limits, kept }: Pick<HomeFacts, 'shell' | 'limits'> & { kept: string }) {
  const words = HOME[shell.language].list;
  return (
    <section class="files" id="files" aria-labelledby="files-title" hidden>
      <div class="files-head">
        <h2 id="files-title">{words.title}</h2>
        <p class="soft" id="files-count"></p>
        <div class="files-acts">
          <button class="button button-quiet button-small" type="button" id="files-cancel">
            {words.cancelAll}
          </button>
          <button class="button button-quiet button-small" type="button" id="files-clear">
            {words.clear}
          </button>
        </div>
      </div>
      <p class="notice tone-neutral" id="files-held" hidden>
        {words.held(limits.perHour)}
      </p>
      <ol class="file-rows" id="file-rows"></ol>
      <p class="soft files-kept">{kept}</p>
      <FileTemplates {...{ shell }} />
    </section>
  );
}

function FileTemplates({ shell }: Pick<HomeFacts, 'shell'>) {
  const words = HOME[shell.language].list;
  return (
    <>
      <template id="file-row">
        <li class="file">
          <p class="file-head">
            <bdi class="file-name"></bdi> <span class="file-size soft"></span>
          </p>
          <p class="file-verdict" hidden></p>
          <p class="file-text"></p>
          <progress class="file-progress" max="1" value="0" aria-label={words.progress} hidden></progress>
          <p class="file-acts">
            <a class="button button-quiet button-small file-open" href="#files" hidden>
              {words.open}
              <span class="file-new-tab">{words.newTab}</span>
              <span class="visually-hidden file-of"></span>
            </a>
            <button class="button button-quiet button-small file-retry" type="button" hidden>
              {words.retry}
              <span class="visually-hidden file-of"></span>
            </button>
            <button class="button button-quiet button-small file-cancel" type="button">
              {words.cancel}
              <span class="visually-hidden file-of"></span>
            </button>
          </p>
        </li>
      </template>
      <template id="long-name">
        <details class="cut">
          <summary>
            <bdi></bdi>… <span class="cut-more">{SITE[shell.language].showAll}</span>
          </summary>
          <bdi></bdi>
        </details>
      </template>
    </>
  );
}
