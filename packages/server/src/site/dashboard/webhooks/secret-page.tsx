import { ShownText } from '../../kit/components/shown-text.tsx';
import { DashboardPage } from '../kit/dashboard-page.tsx';
import { dashboardPath, type DashboardFrame } from '../kit/frame.ts';
import { Copyable } from '../kit/parts.tsx';
import { WEBHOOKS } from './words.ts';

interface Props {
  frame: DashboardFrame;
  id: string;
  url: string;
  /** `whsec_…`, which is never shown again. */
  secret: string;
}

/** The only page that shows the secret of a webhook. */
export function SecretPage({ frame, id, url, secret }: Props) {
  const { language } = frame.shell;
  const words = WEBHOOKS[language];
  return (
    <DashboardPage frame={frame} title={words.secretTitle} lead={words.secretLead} scripts={['copy.js']}>
      <section class="card tone-warning secret" aria-labelledby="secret-title">
        <h2 id="secret-title">
          <ShownText text={url} />
        </h2>
        <p>
          <Copyable id="webhook-secret" text={secret} language={language} />
        </p>
      </section>
      <p>
        <a class="button" href={dashboardPath(frame, `webhooks/${id}`)}>
          {words.saved}
        </a>
      </p>
    </DashboardPage>
  );
}
