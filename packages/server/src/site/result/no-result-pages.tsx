import type { ComponentChildren } from 'preact';
import { When } from '../kit/components/when.tsx';
import { Document } from '../kit/document.tsx';
import { fill } from '../../shared/fill.ts';
import type { Shell } from '../kit/shell.ts';
import { pagePath } from '../kit/site-map.ts';
import { RESULT_WORDS } from './words.ts';

interface FrameProps {
  shell: Shell;
  path: string;
  id: string;
  title: string;
  children: ComponentChildren;
}

/** A page of a job that has no result to show. */
function Frame({ shell, path, id, title, children }: FrameProps) {
  const words = RESULT_WORDS[shell.language];
  return (
    <Document shell={shell} head={{ title, description: words.description, path, isPublic: false, section: 'verify' }}>
      <h1>{title}</h1>
      {children}
      <p class="soft">
        {words.state.job} <code>{id}</code>
      </p>
    </Document>
  );
}

function Again({ shell }: { shell: Shell }) {
  return (
    <p>
      <a class="button" href={pagePath(shell.language, '')}>
        {RESULT_WORDS[shell.language].state.again}
      </a>
    </p>
  );
}

type Props = Omit<FrameProps, 'title' | 'children'>;

/** The job waits or is being worked on. The answer carries a `Refresh` header, so no script is needed to go on. */
export function PendingPage({ status, progress, ...frame }: Props & { status: PendingStatus; progress: number }) {
  const words = RESULT_WORDS[frame.shell.language].state;
  const percent = Math.round(progress * 100);
  return (
    <Frame {...frame} title={words[status].title}>
      <div class="notice" role="status">
        <p>{fill(words[status].text, { percent })}</p>
        {status === 'processing' ? (
          <progress value={percent} max={100} aria-label={words.processing.title}>
            {percent}%
          </progress>
        ) : null}
      </div>
      <p>{words.wait}</p>
      <p>
        <a class="button button-quiet" href={pagePath(frame.shell.language, frame.path)}>
          {words.refresh}
        </a>
      </p>
    </Frame>
  );
}

export type PendingStatus = 'queued' | 'processing';

interface FailedProps extends Props {
  code: string | null;
  message: string | null;
  isSigning: boolean;
}

/** The job ended without a result: why, and what to do. */
export function FailedPage({ code, message, isSigning, ...frame }: FailedProps) {
  const { state, advice } = RESULT_WORDS[frame.shell.language];
  const words = state.failed;
  const ours = Object.entries(advice).find(([name]) => name === code)?.[1] ?? advice.other;
  return (
    <Frame {...frame} title={words.title}>
      <div class="notice tone-bad">
        {message === null ? null : (
          <p>
            <strong>{message}</strong>
          </p>
        )}
        <p>{words.text}</p>
      </div>
      <h2>{words.next}</h2>
      <p>{ours}</p>
      {isSigning ? null : <Again shell={frame.shell} />}
      {code === null ? null : (
        <p class="soft">
          {words.code} <code>{code}</code>
        </p>
      )}
    </Frame>
  );
}

/** There was a result, and its time is over. */
export function ExpiredPage({ expiredAt, ...frame }: Props & { expiredAt: string | null }) {
  const { language } = frame.shell;
  const words = RESULT_WORDS[language].state.expired;
  const [before, after] = words.text.split('{time}');
  return (
    <Frame {...frame} title={words.title}>
      {expiredAt === null ? (
        <p>{words.plain}</p>
      ) : (
        <p>
          {before}
          <When at={expiredAt} language={language} />
          {after}
        </p>
      )}
      <Again shell={frame.shell} />
    </Frame>
  );
}
