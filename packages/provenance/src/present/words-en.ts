import type { Words } from './dictionary.ts';

/** `{name}` stands for a value of the note. Values are text from the file: they are inserted as they are, never markup. */
export const WORDS_EN: Words = {
  not_examined: 'Not examined by this version of Revera.',
  notes: {
    c2pa_reader_failed: {
      title: 'The credential could not be examined',
      text: 'The reader failed on this file, so this result says nothing about a credential in it, neither that there is one nor that there is none.',
    },
    no_credential: {
      title: 'No content credential found',
      text: 'The file carries no C2PA content credential. Absence of evidence proves nothing: most files have none, and many services remove it.',
    },
    no_embedding_for_format: {
      title: 'This format cannot carry a credential',
      text: 'C2PA defines no way to embed a content credential in {media_type}, so none could be there.',
    },
    store_malformed: {
      title: 'The credential is damaged',
      text: 'A manifest store is in the file, but it cannot be read. Nothing in it can be relied on.',
    },
    store_unknown_algorithm: {
      title: 'The credential uses an unknown algorithm',
      text: 'A manifest store is in the file, but it names no algorithm that C2PA allows, so it cannot be verified.',
    },
    store_prerelease_format: {
      title: 'The credential is of a format from before C2PA 1.0',
      text: 'A manifest store is in the file, in a form that was never part of a published specification. It cannot be verified.',
    },
    store_too_large: {
      title: 'The credential is too large',
      text: 'A manifest store is in the file, but it is larger than the limit for examination.',
    },
    store_engine_error: {
      title: 'The credential cannot be read',
      text: 'A manifest store is in the file, but the file around it or the store itself does not follow its format. Nothing in it can be relied on.',
    },
    store_reader_crashed: {
      title: 'The credential cannot be read',
      text: 'A manifest store is in the file, but reading it broke the reader. Well-made credentials do not do that; nothing in it can be relied on.',
    },
    signature_invalid: {
      title: 'The credential is not intact',
      text: 'The claim, one of its assertions or its signature was changed or damaged after signing. What it says cannot be attributed to anyone.',
    },
    ingredient_broken: {
      title: 'A part of the history is not intact',
      text: 'The manifest of an ingredient was changed or damaged after this file was signed. The history it tells cannot be relied on.',
    },
    certificate_revoked: {
      title: 'The signing certificate was revoked',
      text: 'The authority that issued the signing certificate has withdrawn it. The credential does not count.',
    },
    certificate_outside_validity: {
      title: 'The signing certificate was not valid at the time',
      text: 'The certificate was outside its validity, and no trusted time stamp proves that the signature was made while it was valid.',
    },
    certificate_profile_broken: {
      title: 'The signing certificate is not of the required kind',
      text: 'The certificate breaks the profile that C2PA prescribes for signing, so the signature does not count.',
    },
    certificate_is_not_forgery: {
      title: 'This does not mean the content is false',
      text: 'A problem with a certificate says nothing about the content. It means that this signature proves nothing about it.',
    },
    binding_failed: {
      title: 'The file was changed after it was signed',
      text: 'The credential is intact, but this is not the content it was made for. “{signer}” signed something else, or the file was edited or re-encoded since.',
    },
    signer_c2pa_trusted: {
      title: 'Signed, unchanged, by a signer on the C2PA trust list',
      text: '“{signer}” signed this file, its certificate leads to the official C2PA trust list, and the content is unchanged since.',
    },
    signer_legacy_trusted: {
      title: 'Signed, unchanged, by a signer on the interim list',
      text: '“{signer}” signed this file and the content is unchanged since. The certificate is known from the interim list that was used before the official C2PA trust list and is now frozen.',
    },
    signer_service_trusted: {
      title: 'Signed, unchanged, by a signer this service trusts',
      text: '“{signer}” signed this file and the content is unchanged since. The certificate leads to an anchor that the operator of this service has added; it is not on a public list.',
    },
    signer_not_in_trust_list: {
      title: 'Signed, by a signer that is on no list we use',
      text: 'The signature is good and the content is unchanged since, but who “{signer}” really is has been confirmed by no list.',
    },
    signer_trust_list_unavailable: {
      title: 'Signed, but the trust lists could not be loaded',
      text: 'The signature is good and the content is unchanged since. Whether “{signer}” is on a trust list could not be checked.',
    },
    signer_certificate_chain_invalid: {
      title: 'Signed, with a certificate chain that does not hold',
      text: 'The signature is good and the content is unchanged since, but the certificates do not form a chain, so the name “{signer}” proves nothing.',
    },
    signer_self_signed: {
      title: 'Signed with a certificate that the signer made',
      text: 'The signature is good and the content is unchanged since, but anyone can make such a certificate with the name “{signer}”.',
    },
    valid_but_unverified_signer: {
      title: 'Intact, not identified',
      text: 'The credential proves that nothing was changed since signing. It does not prove who signed.',
    },
    credential_is_not_truth: {
      title: 'What this does not mean',
      text: 'A valid credential proves who signed and that the content is unchanged. It does not prove that what is shown is true.',
    },
    service_credential_revoked: {
      title: 'Its issuer has revoked this credential',
      text: 'This service issued the credential {credential_id}, and it was revoked for good. The signature itself is not affected; whoever had it made no longer stands by it. See {verify_url}.',
    },
    service_credential_suspended: {
      title: 'Its issuer has suspended this credential',
      text: 'This service issued the credential {credential_id}, and it is suspended for now. Look again before you rely on it: {verify_url}.',
    },
    service_credential_expired: {
      title: 'This credential has expired',
      text: 'This service issued the credential {credential_id}. Its signing certificate has ended, and no time stamp proves that it was valid when it signed. See {verify_url}.',
    },
    service_credential_active: {
      title: 'This service issued the credential',
      text: 'It is the credential {credential_id}, and it is active. See {verify_url}.',
    },
    service_credential_sandbox: {
      title: 'Signed in the sandbox, as a try-out',
      text: 'The signing certificate is for development: this service alone trusts it, and nobody outside will.',
    },
    declares_ai_generated: {
      title: 'Declared as generated by AI',
      text: 'The credential says that a generative model made this content.',
    },
    declares_ai_edited: {
      title: 'Declared as edited with AI',
      text: 'The credential says that a generative model edited a part of this content.',
    },
    declares_human_edited: {
      title: 'Declared as edited by a person',
      text: 'The credential says that a person edited this content.',
    },
    declares_digital_creation: {
      title: 'Declared as made with software',
      text: 'The credential says that this content was made with software that is not a generative model.',
    },
    declares_captured: {
      title: 'Declared as captured',
      text: 'The credential says that a camera, scanner or recorder captured this content.',
    },
    declares_composite: {
      title: 'Declared as a composite',
      text: 'The credential says that this content was put together from several sources.',
    },
    declares_undeclared: {
      title: 'No statement on how it was made',
      text: 'The credential does not say whether the content was captured, made or generated.',
    },
    time_stamped: {
      title: 'Time-stamped',
      text: 'A time-stamping authority confirms that the signature existed at {time}.',
    },
    no_trusted_time_stamp: {
      title: 'No trusted time stamp',
      text: 'When the file was signed is only what the signer says.',
    },
    time_stamp_list_unavailable: {
      title: 'The time stamp could not be checked',
      text: 'The signing certificate has expired since. A time stamp says that the signature is older, but no list of time-stamping authorities was at hand to confirm it.',
    },
    revocation_not_checked: {
      title: 'Revocation not checked',
      text: 'The file carries no evidence of whether the signing certificate was revoked, and this service does not ask its issuer.',
    },
    additional_exclusions: {
      title: 'Parts of the file are outside the signature',
      text: 'The credential leaves out more of the file than its own place. Those parts could have been changed without breaking it.',
    },
    trust_list_cached: {
      title: 'Judged with a cached trust list',
      text: 'The newest copy of the trust list could not be loaded; the last good copy was used.',
    },
    trust_list_incomplete: {
      title: 'A trust list could not be loaded',
      text: 'The signer was not found in the lists that were at hand, but may be on one that was not: {lists}.',
    },
    remote_manifest_not_fetched: {
      title: 'The file names a manifest elsewhere',
      text: 'It declares a manifest at {url}. This service does not follow such addresses, so what is there was not examined.',
    },
    media_type_differs: {
      title: 'The file is not what it was called',
      text: 'It was sent as {declared}; its bytes are {found}. The bytes decided.',
    },
    parts_not_examined: {
      title: 'What was not examined',
      text: 'This version examines the C2PA content credential only. The China AIGC label, vendor metadata and resolution integrity were not examined.',
    },
  },
};
