import { fenToJson, formatYuan, type Fen } from '../../shared/fen.ts';
import type { Language } from '../../shared/language.ts';

/** `¥1,234.50`; whole yuan without decimals: `¥99`. Exact: no fraction is ever computed. */
export function formatMoney(amount: Fen, language: Language): string {
  const [yuan = '0', decimals = '00'] = formatYuan(amount).replace('-', '').split('.');
  const whole = new Intl.NumberFormat(language).format(BigInt(yuan));
  return `${fenToJson(amount) < 0 ? '-' : ''}¥${whole}${decimals === '00' ? '' : `.${decimals}`}`;
}
