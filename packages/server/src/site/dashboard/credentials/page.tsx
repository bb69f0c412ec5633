import { CREDENTIALS } from './words.ts';
import { CredentialList } from './credential-list.tsx';
import { DashboardPage } from '../kit/dashboard-page.tsx';
import { dashboardPath, may, type DashboardFrame } from '../kit/frame.ts';
import { Empty, Pager, type PageOf } from '../kit/parts.tsx';
import type { CredentialRow } from '../kit/rows.ts';

interface Props {
  frame: DashboardFrame;
  credentials: readonly CredentialRow[];
  at: PageOf;
}

export function CredentialsPage({ frame, credentials, at }: Props) {
  const { language } = frame.shell;
  const words = CREDENTIALS[language];
  const link = may(frame, 'content:sign') ? { href: dashboardPath(frame, 'sign'), text: words.signFirst } : undefined;
  return (
    <DashboardPage
      frame={frame}
      title={words.title}
      lead={words.lead}
      action={
        link === undefined || credentials.length === 0 ? null : (
          <a class="button" href={link.href}>
            {link.text}
          </a>
        )
      }
    >
      {credentials.length === 0 ? (
        <Empty text={words.empty} link={link} />
      ) : (
        <CredentialList frame={frame} credentials={credentials} />
      )}
      <Pager at={at} language={language} href={(page) => dashboardPath(frame, 'credentials', { page: String(page) })} />
    </DashboardPage>
  );
}
