import type { FormFields } from '../../../http/form-fields.ts';
import { fenToJson, parseEpayMoney } from '../../../shared/fen.ts';
import { TextField } from '../../kit/components/fields.tsx';
import type { FieldProps } from '../../kit/components/form.tsx';

/** The amount of yuan that was typed, in fen; null: it is none. */
export function typedAmount(form: FormFields, name = 'amount'): number | null {
  const amount = parseEpayMoney((form.get(name) ?? '').trim());
  return amount === undefined ? null : fenToJson(amount);
}

/** Where an amount of yuan is typed. */
export function AmountField(props: Omit<FieldProps, 'name'> & { name?: string; initial?: string }) {
  return <TextField {...props} name={props.name ?? 'amount'} inputMode="numeric" maxLength={12} />;
}
