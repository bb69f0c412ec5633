import type { CredentialStatus } from '@revera/provenance';
import { STATUSES, TONES } from '../../../shared/statuses.ts';
import { Empty, Fact, StateBadge } from '../../dashboard/kit/parts.tsx';
import { TextField } from '../../kit/components/fields.tsx';
import type { FormState } from '../../kit/components/form.tsx';
import { ShownText } from '../../kit/components/shown-text.tsx';
import { When } from '../../kit/components/when.tsx';
import { AdminPage, adminPath, type AdminFrame } from '../kit/admin-page.tsx';
import { ADMIN } from '../kit/words.ts';
import { ADMIN_CREDENTIALS } from './words.ts';

/** A credential as the operator finds it. */
export interface AdminCredentialRow {
  readonly id: string;
  readonly status: CredentialStatus;
  readonly organization: { readonly id: string; readonly name: string };
  readonly identity: string;
  readonly mediaType: string;
  readonly isSandbox: boolean;
  readonly signedAt: string;
}

interface Props {
  frame: AdminFrame;
  state: FormState;
  /** Null: there is none; undefined: none was asked for. */
  credential: AdminCredentialRow | null | undefined;
}

/** Finds the credential of any organization. */
export function AdminCredentialsPage({ frame, state, credential }: Props) {
  const { language } = frame.shell;
  const words = ADMIN_CREDENTIALS[language];
  const form = { id: 'search', state };
  return (
    <AdminPage frame={frame} title={ADMIN[language].tabs.credentials} lead={words.lead}>
      <form id={form.id} class="form" method="get" action={adminPath(frame, 'credentials')} role="search" noValidate>
        <TextField
          form={form}
          language={language}
          name="id"
          label={words.id}
          hint={words.idHint}
          maxLength={100}
          isCode
        />
        <div class="button-row">
          <button class="button">{ADMIN[language].searchButton}</button>
        </div>
      </form>
      {credential === null ? <Empty text={words.none} /> : null}
      {credential === undefined || credential === null ? null : <Found frame={frame} credential={credential} />}
    </AdminPage>
  );
}

function Found({ frame, credential }: { frame: AdminFrame; credential: AdminCredentialRow }) {
  const { language } = frame.shell;
  const words = ADMIN_CREDENTIALS[language];
  const { id, status } = credential;
  return (
    <div class="records">
      <article class="record" aria-labelledby="found">
        <div class="record-head">
          <h2 id="found" class="record-title">
            <code>{id}</code>
          </h2>
          <p class="badges">
            {credential.isSandbox ? <span class="badge">{words.sandbox}</span> : null}
            <StateBadge tone={TONES.credential[status]}>{STATUSES[language].credential[status].heading}</StateBadge>
          </p>
        </div>
        <CredentialFacts frame={frame} credential={credential} />
        <p class="record-actions">
          <a class="button button-quiet button-small" href={`/v/${id}`}>
            {words.page}
          </a>
          {status === 'revoked' ? null : (
            <a class="button button-danger button-small" href={adminPath(frame, `credentials/${id}/revoke`)}>
              {words.revoke.button}
            </a>
          )}
        </p>
      </article>
    </div>
  );
}

export function CredentialFacts({ frame, credential }: { frame: AdminFrame; credential: AdminCredentialRow }) {
  const { language } = frame.shell;
  const words = ADMIN_CREDENTIALS[language];
  const { organization, identity, mediaType, signedAt } = credential;
  return (
    <dl class="record-facts">
      <Fact name={words.organization}>
        <a href={adminPath(frame, `organizations/${organization.id}`)}>
          <ShownText text={organization.name} />
        </a>
      </Fact>
      <Fact name={words.identity}>
        <ShownText text={identity} />
      </Fact>
      <Fact name={words.mediaType}>{mediaType}</Fact>
      <Fact name={words.signedAt}>
        <When at={signedAt} language={language} />
      </Fact>
    </dl>
  );
}
