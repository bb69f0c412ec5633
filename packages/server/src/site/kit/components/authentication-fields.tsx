import type { Language } from '../../../shared/language.ts';
import { DASHBOARD } from '../../dashboard/kit/words.ts';
import { FORM_WORDS } from '../words/form.ts';
import { PasswordField, TextField } from './fields.tsx';
import { problemOf, type FormProps } from './form.tsx';

interface Props {
  form: FormProps;
  language: Language;
  asksPassword?: boolean;
  /** A code of the app, or a recovery code. */
  asksCode: boolean;
  /** In place of the usual one. */
  passwordHint?: string;
  /** Whether it is needed depends on what else is filled in. */
  isOptional?: boolean;
}

/** Asks once more for what a sign-in takes. */
export function AuthenticationFields(props: Props) {
  const { form, language, asksPassword = true, asksCode, passwordHint, isOptional = false } = props;
  const words = DASHBOARD[language].confirm;
  return (
    <>
      {asksPassword ? (
        <PasswordField
          form={form}
          language={language}
          name="current_password"
          label={words.password}
          hint={passwordHint ?? words.passwordHint}
          autocomplete="current-password"
          isOptional={isOptional}
        />
      ) : null}
      {asksCode ? <CodeFields form={form} language={language} isOptional={isOptional} /> : null}
    </>
  );
}

function CodeFields({ form, language, isOptional }: Pick<Props, 'form' | 'language' | 'isOptional'>) {
  const words = FORM_WORDS[language].secondFactor;
  const code = { form, language, isCode: true, ...(isOptional === true ? { isOptional } : { isAlternative: true }) };
  return (
    <>
      <TextField
        {...code}
        name="totp_code"
        label={words.code}
        hint={words.codeHint}
        autocomplete="one-time-code"
        inputMode="numeric"
        maxLength={20}
      />
      <details open={problemOf(form, 'recovery_code') !== undefined}>
        <summary>{words.useRecovery}</summary>
        <TextField
          {...code}
          name="recovery_code"
          label={words.recoveryCode}
          hint={words.recoveryCodeHint}
          maxLength={100}
        />
      </details>
    </>
  );
}
