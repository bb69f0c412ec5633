import { CSRF_FIELD } from '../../../shared/csrf-field.ts';
import { SelectField, TextArea, TextField, type Option } from '../../kit/components/fields.tsx';
import { fieldAttributes, FieldFrame, ProblemSummary, type FormState } from '../../kit/components/form.tsx';
import { formatBytes } from '../../kit/format-bytes.ts';
import { ContentChoice } from './content-choice.tsx';
import { REASON_FIELDS } from './refusals.ts';
import { SIGN, SIGN_ISLAND } from './words.ts';
import { DashboardPage } from '../kit/dashboard-page.tsx';
import { dashboardPath, type DashboardFrame } from '../kit/frame.ts';
import type { SignIslandData } from './island-data.ts';

interface Props {
  frame: DashboardFrame;
  state: FormState;
  limitBytes: number;
  /** Whether this installation has a production certificate. */
  isLive: boolean;
  hasProviderCode: boolean;
}

/** A form for one file and what its credential says. The script only adds progress; the page works without it. */
export function SignPage({ frame, state, limitBytes, isLive, hasProviderCode }: Props) {
  const { language } = frame.shell;
  const words = SIGN[language];
  const form = { id: 'sign', state };
  const data: SignIslandData = {
    language,
    organizationId: frame.organization.id,
    csrf: frame.csrf,
    limitBytes,
    credential: dashboardPath(frame, 'credentials/{id}', { done: 'signed' }).replaceAll('%7Bid%7D', '{id}'),
    reasons: words.reasons,
    fields: REASON_FIELDS,
    words: SIGN_ISLAND[language],
  };
  return (
    <DashboardPage frame={frame} title={words.title} lead={words.lead} state={state} scripts={['sign.js']}>
      <p class={isLive ? 'notice' : 'notice tone-warning'}>{isLive ? words.modeLive : words.modeTest}</p>
      <ProblemSummary language={language} form={form} />
      <form
        id={form.id}
        class="form sign-form"
        method="post"
        action={dashboardPath(frame, 'sign')}
        encType="multipart/form-data"
        noValidate
        data-sign={JSON.stringify(data)}
      >
        <input type="hidden" name={CSRF_FIELD} value={frame.csrf} />
        <FieldFrame
          form={form}
          language={language}
          name="file"
          label={words.file}
          hint={words.fileHint(formatBytes(limitBytes, language))}
        >
          <div class="sign-drop" data-drop={words.preview}>
            <input
              {...fieldAttributes({ form, name: 'file', hint: '' })}
              class="input"
              type="file"
              accept="image/*,video/*,audio/*,.pdf"
            />
          </div>
        </FieldFrame>
        <ContentChoice form={form} language={language} />
        <Details form={form} language={language} />
        <Label form={form} language={language} hasProviderCode={hasProviderCode} />
        <Policies form={form} language={language} />
        <div class="button-row">
          <button class="button">{words.submit}</button>
        </div>
        <div class="sign-progress" data-progress hidden>
          <progress max="1" value="0" aria-label={SIGN_ISLAND[language].progress}></progress>
          <div class="button-row">
            <span data-state role="status"></span>
            <button type="button" class="button button-quiet button-small" data-cancel>
              {SIGN_ISLAND[language].cancel}
            </button>
          </div>
        </div>
        <p class="notice tone-bad" data-problem role="alert" tabIndex={-1} hidden></p>
      </form>
    </DashboardPage>
  );
}

interface PartProps {
  form: { id: string; state: FormState };
  language: DashboardFrame['shell']['language'];
}

const MAX_TEXT = 200;

const DETAIL_FIELDS: ReadonlySet<string> = new Set(['generator_name', 'generator_version', 'model', 'organization']);

/** What else the credential says; folded, because none of it is needed. */
function Details(common: PartProps) {
  const words = SIGN[common.language];
  const { values, problems } = common.form.state;
  const isUsed = [...DETAIL_FIELDS].some((name) => (values[name] ?? '') !== '');
  return (
    <details open={isUsed || problems.some(({ field }) => DETAIL_FIELDS.has(field))}>
      <summary>{words.details}</summary>
      <div class="form">
        <TextField
          {...common}
          name="generator_name"
          label={words.generator}
          hint={words.generatorHint}
          maxLength={MAX_TEXT}
          isOptional
        />
        <TextField
          {...common}
          name="generator_version"
          label={words.generatorVersion}
          maxLength={MAX_TEXT}
          isOptional
        />
        <TextField
          {...common}
          name="model"
          label={words.model}
          hint={words.modelHint}
          maxLength={MAX_TEXT}
          isOptional
        />
        <TextField
          {...common}
          name="organization"
          label={words.organization}
          hint={words.organizationHint}
          maxLength={MAX_TEXT}
          isOptional
        />
      </div>
    </details>
  );
}

function Label({ hasProviderCode, ...common }: PartProps & { hasProviderCode: boolean }) {
  const words = SIGN[common.language];
  const { none, auto, own } = words.labels;
  const choices = [
    { value: 'none', label: none },
    ...(hasProviderCode ? [{ value: 'auto', label: auto }] : []),
    { value: 'own', label: own },
  ];
  return (
    <>
      <SelectField
        {...common}
        name="label"
        label={words.label}
        {...(hasProviderCode ? {} : { hint: words.labelNoCode })}
        initial="none"
        options={choices}
      />
      <div data-own-label>
        <TextArea {...common} name="china_aigc" label={words.labelJson} hint={words.labelJsonHint} isOptional isCode />
      </div>
    </>
  );
}

const POLICY_FIELDS: ReadonlySet<string> = new Set(['china_aigc_policy', 'ingredient_policy', 'timestamp']);

function Policies(common: PartProps) {
  const words = SIGN[common.language];
  const isWrong = common.form.state.problems.some(({ field }) => POLICY_FIELDS.has(field));
  return (
    <details open={isWrong}>
      <summary>{words.more}</summary>
      <div class="form">
        <SelectField
          {...common}
          name="china_aigc_policy"
          label={words.labelPolicy}
          initial="reject"
          options={optionsOf(words.labelPolicies)}
        />
        <SelectField
          {...common}
          name="ingredient_policy"
          label={words.ingredientPolicy}
          initial="require_valid"
          options={optionsOf(words.ingredientPolicies)}
        />
        <SelectField
          {...common}
          name="timestamp"
          label={words.timestamp}
          initial="required"
          options={optionsOf(words.timestamps)}
        />
      </div>
    </details>
  );
}

function optionsOf(words: Readonly<Record<string, string>>): Option[] {
  return Object.entries(words).map(([value, label]) => ({ value, label }));
}
