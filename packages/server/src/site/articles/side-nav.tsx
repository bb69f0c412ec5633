import type { Language } from '../../shared/language.ts';
import { pagePath } from '../kit/site-map.ts';
import { SearchBox } from '../search/search-box.tsx';

export interface ArticleLink {
  path: string;
  title: string;
}

/** Links that belong together, and what they are about. */
export interface LinkGroup {
  title: string;
  links: readonly ArticleLink[];
}

interface Props {
  language: Language;
  groups: readonly LinkGroup[];
  /** The path of the page it stands on. */
  current: string;
  label: string;
}

/** The pages beside this one, in groups; folded on a narrow screen, where it would push the text away. */
export function SideNav({ language, groups, current, label }: Props) {
  return (
    <div class="doc-side">
      <SearchBox language={language} />
      <nav class="sidebar" aria-label={label}>
        <details class="sidebar-fold">
          <summary>{label}</summary>
          {groups.map(({ title, links }) => (
            <div class="sidebar-group" key={title}>
              <p class="sidebar-title">{title}</p>
              <ul>
                {links.map(({ path, title: name }) => (
                  <li key={path}>
                    <a href={pagePath(language, path)} aria-current={path === current ? 'page' : undefined}>
                      {name}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </details>
      </nav>
    </div>
  );
}
