import { HOME } from './words.ts';
import type { HomeFacts } from './home-facts.ts';

/** The results that this browser asked for: empty and hidden until the script finds some. */
export function RecentFiles({ shell, keptHours }: Pick<HomeFacts, 'shell' | 'keptHours'>) {
  const words = HOME[shell.language].recent;
  return (
    <section class="recent" id="recent" aria-labelledby="recent-title" data-hours={keptHours} hidden>
      <div class="files-head">
        <h2 id="recent-title">{words.title}</h2>
        <div class="files-acts">
          <button class="button button-quiet button-small" type="button" id="recent-clear">
            {words.clear}
          </button>
        </div>
      </div>
      <p class="soft files-kept">{words.note(keptHours)}</p>
      <ul class="recent-rows" id="recent-rows"></ul>
      <template id="recent-row">
        <li>
          <a href="#recent">
            <bdi></bdi>
          </a>
          <span class="recent-verdict"></span>
          <time class="soft"></time>
        </li>
      </template>
    </section>
  );
}
