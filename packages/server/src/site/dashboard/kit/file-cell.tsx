import type { FileKind } from '../../kit/components/kind-icon.tsx';
import { CutText } from '../../kit/components/shown-text.tsx';
import { Thumbnail } from '../../kit/components/thumbnail.tsx';
import { visibleText } from '../../kit/visible-text.ts';
import { smallPreview, type DashboardFrame } from './frame.ts';
import { DASHBOARD } from './words.ts';

interface Props {
  frame: DashboardFrame;
  name: string | null;
  /** The job whose picture stands for the file; null: it has none. */
  pictured: string | null;
  kind: FileKind;
  /** Where the file's page is; null: there is none any more. */
  href: string | null;
}

const NAME_CHARACTERS = 60;

/** A file in a list: its picture and its name, which leads to its page. */
export function FileCell({ frame, name, pictured, kind, href }: Props) {
  const { language } = frame.shell;
  const text = name === null || name === '' ? DASHBOARD[language].unnamed : name;
  const isLong = Array.from(text).length > NAME_CHARACTERS;
  return (
    <div class="file-cell">
      <Thumbnail src={pictured === null ? null : smallPreview(frame, pictured)} kind={kind} />
      {href === null ? (
        <CutText text={text} language={language} max={NAME_CHARACTERS} />
      ) : (
        <a href={href} title={isLong ? visibleText(text) : undefined}>
          <bdi>
            {visibleText(
              isLong
                ? `${Array.from(text)
                    .slice(0, NAME_CHARACTERS - 1)
                    .join('')}…`
                : text,
            )}
          </bdi>
        </a>
      )}
    </div>
  );
}
