import type { FormState } from '../../kit/components/form.tsx';
import { ShownText } from '../../kit/components/shown-text.tsx';
import { DASHBOARD } from '../kit/words.ts';
import { KEYS } from '../keys/words.ts';
import { MEMBERS } from './words.ts';
import { may, type DashboardFrame } from '../kit/frame.ts';
import { WhenOr } from '../kit/parts.tsx';
import type { KeyRow } from '../kit/rows.ts';

interface Props {
  frame: DashboardFrame;
  /** The usable ones; nothing is shown when there are none. */
  keys: readonly KeyRow[];
  isSelf: boolean;
  /** Label of the box that revokes them. */
  label: string;
  state: FormState;
}

/** The keys that a member leaves behind, and whether to revoke them. */
export function MemberKeys({ frame, keys, isSelf, label, state }: Props) {
  const { language } = frame.shell;
  const words = MEMBERS[language];
  const shared = DASHBOARD[language];
  if (keys.length === 0) return null;
  return (
    <fieldset class="field">
      <legend>{isSelf ? words.keysTitleSelf : words.keysTitle}</legend>
      <p class="hint">{words.keysText}</p>
      <ul>
        {keys.map(({ id, name, prefix, mode, lastUsedAt }) => (
          <li key={id}>
            <ShownText text={name} /> <code>{prefix}…</code> <span class="badge">{KEYS[language].modes[mode]}</span>
            <br />
            <span class="soft">
              {KEYS[language].lastUsed} <WhenOr at={lastUsedAt} language={language} otherwise={shared.never} />
            </span>
          </li>
        ))}
      </ul>
      {may(frame, 'keys:manage') ? (
        <label class="check">
          <input type="checkbox" name="revoke_keys" checked={state.values['revoke_keys'] !== ''} />
          <span>{label}</span>
        </label>
      ) : (
        <p class="hint">{words.keysOthers}</p>
      )}
    </fieldset>
  );
}
