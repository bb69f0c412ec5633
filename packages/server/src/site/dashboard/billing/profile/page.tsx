import type { BillingProfile } from '../../../../features/billing/documents/index.ts';
import { TITLE_TYPES } from '../../../../shared/billing-words.ts';
import { EmailField, SelectField, TextField } from '../../../kit/components/fields.tsx';
import { PostForm, ProblemSummary, type FormState } from '../../../kit/components/form.tsx';
import { DashboardPage } from '../../kit/dashboard-page.tsx';
import { dashboardPath, may, type DashboardFrame } from '../../kit/frame.ts';
import { Empty } from '../../kit/parts.tsx';
import { BillingNav } from '../nav.tsx';
import { ProfileFacts } from './facts.tsx';
import { PROFILE } from './words.ts';

interface Props {
  frame: DashboardFrame;
  profile: BillingProfile | null;
  version: number;
  /** Whether one check character of the tax number is wrong. */
  isDoubtful: boolean;
  state: FormState;
}

export function ProfilePage({ frame, profile, version, isDoubtful, state }: Props) {
  const { language } = frame.shell;
  const words = PROFILE[language];
  return (
    <DashboardPage frame={frame} title={words.title} lead={words.lead} state={state}>
      <BillingNav frame={frame} />
      {isDoubtful ? <p class="notice tone-warning">{words.warning}</p> : null}
      {may(frame, 'billing:write') ? (
        <>
          <ProfileForm frame={frame} profile={profile} version={version} state={state} />
          {profile === null ? null : (
            <p>
              <a href={dashboardPath(frame, 'billing/invoices/new')}>{words.invoices}</a>
            </p>
          )}
        </>
      ) : profile === null ? (
        <Empty text={words.none} />
      ) : (
        <>
          <p class="soft">{words.readOnly}</p>
          <ProfileFacts profile={profile} language={language} />
        </>
      )}
    </DashboardPage>
  );
}

function ProfileForm({ frame, profile, version, state }: Omit<Props, 'isDoubtful'>) {
  const { language } = frame.shell;
  const words = PROFILE[language];
  const form = { id: 'profile', state: { ...state, values: { ...typedOf(profile), ...state.values } } };
  const common = { form, language } as const;
  return (
    <>
      <ProblemSummary language={language} form={form} />
      <PostForm
        id={form.id}
        action={dashboardPath(frame, 'billing/profile')}
        csrf={frame.csrf}
        hidden={{ version: String(version) }}
      >
        <SelectField
          {...common}
          name="title_type"
          label={words.type}
          options={TITLE_TYPES.toReversed().map((value) => ({ value, label: words.types[value] }))}
        />
        <TextField {...common} name="title" label={words.name} hint={words.nameHint} maxLength={100} />
        <TextField
          {...common}
          name="tax_no"
          label={words.taxNo}
          hint={words.taxHint}
          maxLength={40}
          isCode
          isAlternative
        />
        <EmailField {...common} label={words.email} />
        <p class="soft">{words.special}</p>
        <TextField {...common} name="registered_address" label={words.address} maxLength={200} isOptional />
        <TextField {...common} name="registered_phone" label={words.phone} maxLength={30} isOptional />
        <TextField {...common} name="bank_name" label={words.bank} maxLength={100} isOptional />
        <TextField {...common} name="bank_account" label={words.account} maxLength={40} isCode isOptional />
        <button class="button">{words.save}</button>
      </PostForm>
    </>
  );
}

/** The stored profile as its fields would have been typed. */
function typedOf(profile: BillingProfile | null): Record<string, string> {
  return Object.fromEntries(Object.entries(profile ?? {}).map(([name, value]) => [name, value ?? '']));
}
