import type { Language } from '../../../shared/language.ts';
import { SelectField } from '../../kit/components/fields.tsx';
import type { FormProps } from '../../kit/components/form.tsx';
import { RIGHTS } from './words.ts';

/** What happens to the credentials. Nothing is preselected, because the choice is final. */
export function CredentialsChoice({ form, language, label }: { form: FormProps; language: Language; label: string }) {
  const words = RIGHTS[language].credentials;
  return (
    <SelectField
      form={form}
      language={language}
      name="credentials"
      label={label}
      hint={words.hint}
      options={[
        { value: '', label: words.choose },
        { value: 'keep', label: words.keep },
        { value: 'revoke', label: words.revoke },
      ]}
    />
  );
}
