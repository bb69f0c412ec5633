import { ShownText } from '../../kit/components/shown-text.tsx';
import { KEYS } from './words.ts';
import { DashboardPage } from '../kit/dashboard-page.tsx';
import { dashboardPath, type DashboardFrame } from '../kit/frame.ts';
import { CodeBlock, Copyable } from '../kit/parts.tsx';

interface Props {
  frame: DashboardFrame;
  name: string;
  /** The key itself, which is never shown again. */
  secret: string;
  commands: { verify: string | null; sign: string | null };
}

export function NewKeyPage({ frame, name, secret, commands }: Props) {
  const { language } = frame.shell;
  const words = KEYS[language];
  return (
    <DashboardPage frame={frame} title={words.shownTitle} lead={words.shownLead} scripts={['copy.js']}>
      <section class="card tone-warning secret" aria-labelledby="new-key-title">
        <h2 id="new-key-title">
          <ShownText text={name} />
        </h2>
        <p>
          <Copyable id="new-key" text={secret} language={language} />
        </p>
      </section>
      {commands.verify === null && commands.sign === null ? null : (
        <section aria-labelledby="try-title">
          <h2 id="try-title">{words.try}</h2>
          <p>{words.tryText}</p>
          {commands.verify === null ? null : (
            <CodeBlock id="try-verify" text={commands.verify} label={words.curlLabel} language={language} />
          )}
          {commands.sign === null ? null : (
            <>
              <p>{words.trySign}</p>
              <CodeBlock id="try-sign" text={commands.sign} label={words.trySign} language={language} />
            </>
          )}
        </section>
      )}
      <p>
        <a class="button" href={dashboardPath(frame, 'keys')}>
          {words.toKeys}
        </a>
      </p>
    </DashboardPage>
  );
}
