import type { View } from './view.ts';

/** Of a signing job: where the credential that it made is shown to everybody. */
export function SigningNote({ view }: { view: View }) {
  const { signing, words } = view;
  if (signing === null) return null;
  const names = words.signing;
  return (
    <div class="notice">
      <p>
        <strong>{names.heading}.</strong> {names.text}
      </p>
      <p>
        {names.credential}:{' '}
        <a href={signing.verify_url} class="mono">
          {signing.credential_id}
        </a>
      </p>
      {signing.china_aigc === null ? null : (
        <p>
          {names.label}: {names.labelStatus[signing.china_aigc.status]}
        </p>
      )}
    </div>
  );
}
