import { PostForm } from '../../kit/components/form.tsx';
import { ShownText } from '../../kit/components/shown-text.tsx';
import { ACCOUNT } from '../kit/words.ts';
import { AccountDocument, type AccountPageProps } from '../kit/account-document.tsx';

/** What the page has to say. */
export type LinkState =
  /** A link to confirm, and the address it is about. */
  { kind: 'confirm'; token: string; email: string } | { kind: 'invalid' };

interface Props extends AccountPageProps {
  state: LinkState;
  words: Readonly<Record<'title' | 'description' | 'intro' | 'address' | 'submit' | 'invalid', string>>;
  /** Where to go from a link that does not work. */
  onward: string;
}

/** A link of a mail that changes an address, by a button: programs that look at the links in mails press none. */
export function LinkPage({ shell, path, action, csrf, state, words, onward }: Props) {
  const { deadLink, toLogin } = ACCOUNT[shell.language];
  const isInvalid = state.kind === 'invalid';
  return (
    <AccountDocument
      shell={shell}
      path={path}
      title={isInvalid ? deadLink : words.title}
      description={words.description}
    >
      <p class="lead">{isInvalid ? words.invalid : words.intro}</p>
      {isInvalid ? (
        <p>
          <a href={onward}>{toLogin}</a>
        </p>
      ) : (
        <>
          <dl class="facts">
            <dt>{words.address}</dt>
            <dd>
              <ShownText text={state.email} />
            </dd>
          </dl>
          <PostForm id="confirm" action={action} csrf={csrf} hidden={{ token: state.token }}>
            <button class="button">{words.submit}</button>
          </PostForm>
        </>
      )}
    </AccountDocument>
  );
}
