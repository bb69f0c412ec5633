import { PostForm } from '../../kit/components/form.tsx';
import { OperatorLink } from '../../kit/components/operator-link.tsx';
import { ShownText } from '../../kit/components/shown-text.tsx';
import { ACCOUNT } from '../kit/words.ts';
import { AccountDocument, type AccountPageProps } from '../kit/account-document.tsx';

interface Props extends AccountPageProps {
  /** The link to confirm, and the address it is about; null when the link doesn't work. */
  link: { token: string; email: string } | null;
  words: Readonly<Record<'title' | 'description' | 'intro' | 'address' | 'submit' | 'invalid', string>>;
  /** Where to go from a link that doesn't work. */
  onward: string;
  /** Whether whoever has a link that doesn't work is told to write to the operator. */
  namesOperator: boolean;
}

/** The page of an emailed link that changes an address. It takes a button, because programs that scan the links in emails press none. */
export function LinkPage({ shell, path, action, csrf, link, words, onward, namesOperator }: Props) {
  const { deadLink, toLogin } = ACCOUNT[shell.language];
  return (
    <AccountDocument
      shell={shell}
      path={path}
      title={link === null ? deadLink : words.title}
      description={words.description}
    >
      <p class="lead">
        {link === null ? words.invalid : words.intro}
        {link === null && namesOperator ? <OperatorLink operator={shell.operator} language={shell.language} /> : null}
      </p>
      {link === null ? (
        <p>
          <a href={onward}>{toLogin}</a>
        </p>
      ) : (
        <>
          <dl class="facts">
            <dt>{words.address}</dt>
            <dd>
              <ShownText text={link.email} />
            </dd>
          </dl>
          <PostForm id="confirm" action={action} csrf={csrf} hidden={{ token: link.token }}>
            <button class="button">{words.submit}</button>
          </PostForm>
        </>
      )}
    </AccountDocument>
  );
}
