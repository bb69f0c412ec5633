import type { ComponentChildren } from 'preact';
import { PostForm, ProblemSummary, type FormProps } from '../../kit/components/form.tsx';
import { DashboardPage } from '../kit/dashboard-page.tsx';
import { dashboardPath, type DashboardFrame } from '../kit/frame.ts';
import { DASHBOARD } from '../kit/words.ts';
import { ChannelField } from './parts.tsx';
import { onceFields } from './twice.ts';
import { BILLING } from './words.ts';

interface Props {
  frame: DashboardFrame;
  title: string;
  lead: string;
  form: FormProps;
  /** Path below the dashboard. */
  section: string;
  hidden?: Readonly<Record<string, string>>;
  withBalance: boolean;
  /** Before the way to pay, and after it. */
  before?: ComponentChildren;
  after?: ComponentChildren;
}

/** A form that makes an order. */
export function OrderFormPage({ frame, title, lead, form, section, hidden = {}, withBalance, before, after }: Props) {
  const { language } = frame.shell;
  return (
    <DashboardPage frame={frame} title={title} lead={lead} state={form.state}>
      <ProblemSummary language={language} form={form} />
      <PostForm
        id={form.id}
        action={dashboardPath(frame, section)}
        csrf={frame.csrf}
        hidden={{ ...hidden, ...onceFields() }}
      >
        {before}
        <ChannelField form={form} language={language} withBalance={withBalance} />
        {after}
        <div class="button-row">
          <button class="button">{BILLING[language].toOrder}</button>
          <a class="button button-quiet" href={dashboardPath(frame, 'billing')}>
            {DASHBOARD[language].cancel}
          </a>
        </div>
      </PostForm>
    </DashboardPage>
  );
}
