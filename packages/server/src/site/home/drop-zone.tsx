import type { ComponentChildren } from 'preact';
import { LineIcon } from '../kit/components/line-icon.tsx';
import { formatBytes } from '../kit/format-bytes.ts';
import { HOME, type HomeWords } from './words.ts';
import type { HomeFacts } from './home-facts.ts';

interface Props extends Pick<HomeFacts, 'shell' | 'limits'> {
  /** Why the form was refused. */
  problem: string | null;
  /** Where the form is sent. */
  action: string;
  words: Pick<HomeWords['drop'], 'title' | 'titlePlain' | 'submit' | 'limits' | 'limitsPlain' | 'release' | 'problem'>;
  /** What else is asked, before the files. */
  children?: ComponentChildren;
}

/**
 * Where files are handed over. Without its script it is a form for one file; where scripts run, the stylesheet shows the
 * richer form from the first moment, so that nothing moves when the script comes.
 */
export function DropZone({ shell, limits, problem, action, words, children }: Props) {
  const { language } = shell;
  const { choose, paste } = HOME[language].drop;
  // A number and its unit stay on one line.
  const size = (bytes: number): string => formatBytes(bytes, language).replace(' ', '\u00A0');
  return (
    <form class="drop" id="drop" method="post" action={action} encType="multipart/form-data">
      {problem === null ? null : (
        <div class="notice tone-bad drop-problem" id="drop-problem" tabIndex={-1} autoFocus>
          <p>
            <strong>{words.problem}</strong>
          </p>
          <p>{problem}</p>
        </div>
      )}
      {children}
      <div class="drop-target">
        <DropMark />
        <p class="drop-title script-only">{words.title}</p>
        <p class="drop-act">
          <input
            class="drop-input"
            id="drop-input"
            type="file"
            name="files"
            required
            aria-describedby={problem === null ? 'drop-limits' : 'drop-problem drop-limits'}
          />
          <label class="drop-label" for="drop-input">
            <span class="plain-only">{words.titlePlain}</span>
            <span class="script-only" id="drop-choose">
              {choose}
            </span>
            <span hidden id="drop-add">
              {HOME[language].list.add}
            </span>
          </label>
          <button class="button drop-submit" type="submit">
            {words.submit}
          </button>
        </p>
        <p class="drop-limits" id="drop-limits">
          <span class="plain-only">{words.limitsPlain(size(limits.fileBytes))}</span>
          <span class="script-only">
            {words.limits(size(limits.fileBytes), limits.files, size(limits.totalBytes))}
            <span class="drop-paste">
              {language === 'en' ? ' ' : ''}
              {paste}
            </span>
          </span>
        </p>
      </div>
      <div class="drop-veil" aria-hidden="true">
        <p>{words.release}</p>
      </div>
    </form>
  );
}

/** A file that goes into a tray. */
function DropMark() {
  return (
    <LineIcon class="drop-mark" box={48} size={40}>
      <path d="M24 30V7M15.5 15.5 24 7l8.5 8.5M7 30v7a4 4 0 0 0 4 4h26a4 4 0 0 0 4-4v-7" />
    </LineIcon>
  );
}
