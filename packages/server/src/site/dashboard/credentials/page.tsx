import { SelectField, TextField } from '../../kit/components/fields.tsx';
import type { FormState } from '../../kit/components/form.tsx';
import { STATUSES } from '../../../shared/statuses.ts';
import { CREDENTIALS } from './words.ts';
import { CredentialList } from './credential-list.tsx';
import { CREDENTIAL_STATES } from './states.ts';
import { DashboardPage } from '../kit/dashboard-page.tsx';
import { dashboardPath, may, type DashboardFrame } from '../kit/frame.ts';
import { ListFilter } from '../kit/list-filter.tsx';
import { Empty, Pager, type PageOf } from '../kit/parts.tsx';
import type { CredentialRow } from '../kit/rows.ts';
import { DASHBOARD } from '../kit/words.ts';

interface Props {
  frame: DashboardFrame;
  credentials: readonly CredentialRow[];
  at: PageOf;
  /** The filter as it was typed. */
  state: FormState;
}

export function CredentialsPage({ frame, credentials, at, state }: Props) {
  const { language } = frame.shell;
  const words = CREDENTIALS[language];
  const link = may(frame, 'content:sign') ? { href: dashboardPath(frame, 'sign'), text: words.signFirst } : undefined;
  const asked = Object.fromEntries(Object.entries(state.values).filter(([, value]) => value !== ''));
  const isFiltered = Object.keys(asked).length > 0;
  return (
    <DashboardPage
      frame={frame}
      title={words.title}
      lead={words.lead}
      state={state}
      action={
        link === undefined || credentials.length === 0 ? null : (
          <a class="button" href={link.href}>
            {link.text}
          </a>
        )
      }
    >
      {at.total > 0 || isFiltered ? <Filter frame={frame} state={state} /> : null}
      {credentials.length > 0 ? (
        <CredentialList frame={frame} credentials={credentials} />
      ) : isFiltered ? (
        <Empty text={DASHBOARD[language].list.nothing} />
      ) : (
        <Empty text={words.empty} link={link} />
      )}
      <Pager
        at={at}
        language={language}
        href={(page) => dashboardPath(frame, 'credentials', { ...asked, page: String(page) })}
      />
    </DashboardPage>
  );
}

function Filter({ frame, state }: Pick<Props, 'frame' | 'state'>) {
  const { language } = frame.shell;
  const words = CREDENTIALS[language];
  const common = { form: { id: 'filter', state }, language, isOptional: true } as const;
  return (
    <ListFilter frame={frame} section="credentials" state={state}>
      <TextField {...common} name="q" type="search" label={words.search} maxLength={200} />
      <SelectField
        {...common}
        name="status"
        label={words.state}
        options={[
          { value: '', label: DASHBOARD[language].list.all },
          ...CREDENTIAL_STATES.map((value) => ({ value, label: STATUSES[language].credential[value].heading })),
        ]}
      />
    </ListFilter>
  );
}
