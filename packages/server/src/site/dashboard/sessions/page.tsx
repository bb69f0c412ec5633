import { PostForm } from '../../kit/components/form.tsx';
import { CutText, ShownText } from '../../kit/components/shown-text.tsx';
import { When } from '../../kit/components/when.tsx';
import { visibleText } from '../../kit/visible-text.ts';
import { deviceOf } from './device.ts';
import { SESSIONS } from './words.ts';
import { DashboardPage } from '../kit/dashboard-page.tsx';
import { dashboardPath, type DashboardFrame } from '../kit/frame.ts';
import { Fact, StateBadge } from '../kit/parts.tsx';

export interface SessionRow {
  readonly id: string;
  readonly device: string;
  readonly createdAt: string;
  readonly lastSeenAt: string;
  readonly expiresAt: string;
  readonly isCurrent: boolean;
}

interface Props {
  frame: DashboardFrame;
  sessions: readonly SessionRow[];
}

/** Where the account is signed in. */
export function SessionsPage({ frame, sessions }: Props) {
  const { language } = frame.shell;
  const words = SESSIONS[language];
  return (
    <DashboardPage frame={frame} title={words.title} lead={words.lead}>
      <ul class="records">
        {sessions.map((session) => (
          <SessionItem frame={frame} session={session} key={session.id} />
        ))}
      </ul>
      {sessions.length === 1 ? (
        <p class="soft">{words.only}</p>
      ) : (
        <PostForm id="end-others" action={dashboardPath(frame, 'sessions')} csrf={frame.csrf} does="end_others" inline>
          <button class="button button-danger">{words.endOthers}</button>
        </PostForm>
      )}
    </DashboardPage>
  );
}

function SessionItem({ frame, session }: { frame: DashboardFrame; session: SessionRow }) {
  const { language } = frame.shell;
  const words = SESSIONS[language];
  const { id, device, createdAt, lastSeenAt, expiresAt, isCurrent } = session;
  const known = deviceOf(device);
  const name = known === null ? null : known.system === null ? known.browser : words.on(known.browser, known.system);
  return (
    <li class="record">
      <div class="record-head">
        <div class="record-title">
          {known === null ? device === '' ? words.unknownDevice : <CutText text={device} language={language} /> : name}
        </div>
        {isCurrent ? (
          <p class="badges">
            <StateBadge tone="good">{words.current}</StateBadge>
          </p>
        ) : null}
      </div>
      <dl class="record-facts">
        <Fact name={words.seen}>
          <When at={lastSeenAt} language={language} />
        </Fact>
        <Fact name={words.started}>
          <When at={createdAt} language={language} />
        </Fact>
        <Fact name={words.ends}>
          <When at={expiresAt} language={language} />
        </Fact>
      </dl>
      {known === null ? null : (
        <details class="record-more">
          <summary>
            {words.more}
            <span class="visually-hidden"> {name}</span>
          </summary>
          <p>
            <ShownText text={device} />
          </p>
        </details>
      )}
      {isCurrent ? null : (
        <div class="record-actions">
          <PostForm
            id={`end-${id}`}
            action={dashboardPath(frame, 'sessions')}
            csrf={frame.csrf}
            does="end"
            hidden={{ session_id: id }}
            inline
          >
            <button
              class="button button-danger button-small"
              aria-label={words.endLabel(name ?? visibleText(device === '' ? words.unknownDevice : device))}
            >
              {words.end}
            </button>
          </PostForm>
        </div>
      )}
    </li>
  );
}
