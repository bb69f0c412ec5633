import type { ContentDeclaration } from '../verdict/verdict.ts';
import type { Words } from './dictionary.ts';
import { FAILURE_NOTES_EN } from './failure-words-en.ts';
import { METADATA_NOTES_EN } from './metadata-words-en.ts';
import { RESOLUTION_EN } from './resolution-words-en.ts';
import { midSentence } from './status-words.ts';
import { STATUSES_EN } from './statuses-en.ts';

/** `{name}` stands for a value of the note. Values are text from the file: they are inserted as they are, never markup. */
export const WORDS_EN: Words = {
  not_examined: 'Not examined by this version of Revera.',
  unnamed: 'name not given',
  named: ' Named as its source: {source}.',
  resolution: RESOLUTION_EN,
  notes: {
    ...FAILURE_NOTES_EN,
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
      text: 'The signature is good and the content is unchanged since, but no list confirms who “{signer}” really is.',
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
      text: 'This service issued the credential {credential_id}, and it was revoked permanently. The signature itself is not affected, but the organization that had the file signed no longer stands by it. See {verify_url}.',
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
      text: 'Anyone with a test key can have anything signed this way. Good for testing, and proof of nothing: the signing certificate is for development, and nobody outside trusts it.',
    },
    ancestor_credential_revoked: {
      title: 'Made from content whose credential was revoked',
      text: 'This file’s history contains a credential of this service that was revoked permanently ({credential_ids}). The organization that had that earlier content signed no longer stands by it; the signature of this file is not affected. See {verify_url}.',
    },
    ancestor_credential_suspended: {
      title: 'Made from content whose credential is suspended',
      text: 'This file’s history contains a credential of this service that is suspended for now ({credential_ids}). Look again before you rely on what was taken from that earlier content: {verify_url}.',
    },
    declares_ai_generated: {
      title: declared('ai_generated'),
      text: 'The credential says that a generative model made this content.',
    },
    declares_ai_edited: {
      title: declared('ai_edited'),
      text: 'The credential says that a generative model edited a part of this content.',
    },
    declares_human_edited: {
      title: declared('human_edited'),
      text: 'The credential says that a person edited this content.',
    },
    declares_digital_creation: {
      title: declared('digital_creation'),
      text: 'The credential says that this content was made with software that is not a generative model.',
    },
    declares_captured: {
      title: declared('captured'),
      text: 'The credential says that a camera, scanner or recorder captured this content.',
    },
    declares_composite: {
      title: declared('composite'),
      text: 'The credential says that this content was put together from several sources.',
    },
    declares_undeclared: {
      title: 'How it was made is not stated',
      text: 'The credential does not say whether the content was captured, made or generated.',
    },
    declared_not_proven: {
      title: 'Declared, not proven: {credential}',
      text: 'The signature holds and the content is what was signed, but nothing proves that the certificate was valid when it signed. So what the credential declares counts as a statement, like unsigned metadata, and never shows that no AI took part.',
    },
    time_stamped: {
      title: 'Time-stamped',
      text: 'A time-stamping authority confirms that the signature existed at {time}.',
    },
    time_stamped_by_public_root: {
      title: 'Time-stamped by an authority with a public root',
      text: 'A time stamp says that the signature existed at {time}. Its authority is on no list of time-stamp authorities, but its certificate leads to a public root; that counts for credentials of the first version, which are older than the list.',
    },
    time_stamp_of_unknown_authority: {
      title: 'The time stamp proves no time',
      text: 'A time stamp says {time}, but nothing vouches for its authority (“{authority}”), and anyone can make one. When the file was signed is only what the signer says.',
    },
    time_stamp_broken: {
      title: 'The time stamp does not hold',
      text: 'A time stamp stands beside the signature, but it is damaged, was made for something else or was not made by its authority. It proves no time.',
    },
    no_trusted_time_stamp: {
      title: 'No trusted time stamp',
      text: 'When the file was signed is only what the signer says.',
    },
    time_stamp_list_unavailable: {
      title: 'The time stamp could not be checked',
      text: 'The signing certificate has expired since. A time stamp says that the signature is older, but no list of time-stamping authorities was available to confirm it.',
    },
    revocation_not_checked: {
      title: 'Revocation not checked',
      text: 'The file carries no evidence of whether the signing certificate was revoked, and this service does not ask its issuer.',
    },
    revocation_evidence_unusable: {
      title: 'The evidence on revocation does not count',
      text: 'The file carries an answer on whether the signing certificate was revoked, but it is damaged, about another certificate, out of date or not from the issuer, so a revocation may go unseen. This service does not ask the issuer.',
    },
    identity_not_looked_up: {
      title: 'An identity was not looked up',
      text: 'The credential also names somebody by an identity (CAWG) whose document lies elsewhere on the network. This service does not ask there, so who that is stays open; the signature is not affected.',
    },
    identity_not_confirmed: {
      title: 'An identity is on no list we use',
      text: 'The credential also names somebody by an identity (CAWG). It is well made, but no list that is used here knows who issued it; the signature is not affected.',
    },
    identity_not_verified: {
      title: 'An identity could not be verified',
      text: 'The credential also names somebody by an identity (CAWG) that does not hold ({codes}). Do not rely on that name; the signature itself is not affected.',
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
      text: 'The signer was not found in the lists that were available, but may be on one that was not: {lists}.',
    },
    remote_manifest_not_fetched: {
      title: 'The file names a manifest elsewhere',
      text: 'It declares a manifest at {url}. This service does not follow such addresses, so what is there was not examined.',
    },
    media_type_differs: {
      title: 'The file is not what it was called',
      text: 'It was sent as {declared}; its bytes are {found}. The bytes decided.',
    },
    label_contradicts_credential: {
      title: 'The credential and the label contradict each other',
      text: 'The content credential declares: {credential}. The China AIGC label at {location} declares that AI generated the content. At least one of them is wrong; neither can be taken at its word.',
    },
    labels_contradict: {
      title: 'Two labels contradict each other',
      text: 'The file carries more than one China AIGC label, and they say different things: {first} (at {first_location}) and {second} (at {second_location}). The standard allows exactly one.',
    },
    label_declares_ai_generated: {
      title: labelled('ai_generated'),
      text: 'A China AIGC label (GB 45438-2025) declares that the content was generated or synthesised by AI.{named}',
    },
    label_declares_ai_possible: {
      title: labelled('ai_possible'),
      text: 'A China AIGC label (GB 45438-2025) has the value 2. By the standard, this means that the content is possibly generated or synthesised by AI; the label does not say who holds it to be, or why.{named}',
    },
    label_declares_ai_suspected: {
      title: labelled('ai_suspected'),
      text: 'A China AIGC label (GB 45438-2025) has the value 3. By the standard, this means that the content is suspected to be generated or synthesised by AI; the label does not say who suspects it, or why.{named}',
    },
    label_value_unknown: {
      title: 'The label says: “{value}”',
      text: 'Its element Label has the value “{value}”, and the standard (GB 45438-2025) knows only 1, 2 and 3. So this China AIGC label does not say whether AI generated the content.{named}',
    },
    label_value_missing: {
      title: 'The label does not say whether AI took part',
      text: 'A China AIGC label (GB 45438-2025) is there, and its element Label has no value. So it does not say whether AI generated the content.{named}',
    },
    label_code_wrong: {
      title: 'The provider code in the label is wrong',
      text: 'The check character in the code {code} does not fit, so the code was mistyped or made up. It belongs to no provider and is not named as the source.',
    },
    label_signature_verified: {
      title: 'The signature in the label is good',
      text: 'The label carries a signature by a key that is known to be held by {signer}. Its attribute, producer and content number are unchanged.',
    },
    label_signature_embedded: {
      title: 'The label is unchanged, its signer is not known',
      text: 'The label carries a signature that fits the key it brings along. That shows that the label was not changed since, and nothing about who wrote it.',
    },
    label_signature_failed: {
      title: 'The signature in the label is not good',
      text: 'The label carries a signature that does not fit its text. The label was changed after it was written, or the signature belongs to something else.',
    },
    label_bound: {
      title: 'The credential covers the label',
      text: 'The label is inside the file that the content credential is bound to, so it was there when the credential was signed.',
    },
    label_not_authenticated: {
      title: 'Anyone could have written the label',
      text: 'Nothing in the file protects the label against being added or changed. It is a declaration, not a proof.',
    },
    label_nonconformant: {
      title: 'The label does not conform to the standard',
      text: 'It breaks rules of GB 45438-2025 or its coding rules: {rules}. What could be read of it is shown.',
    },
    label_empty: {
      title: 'A label may have been emptied',
      text: 'The place for a China AIGC label at {location} is there and holds nothing. A label that stood there may have been removed, or none was ever filled in.',
    },
    label_undecodable: {
      title: 'A label cannot be read',
      text: 'The place for a China AIGC label at {location} holds something that is not a label of the standard.',
    },
    label_doubts_credential: {
      title: 'The label doubts what the credential declares',
      text: 'The credential declares: {credential}. The label says that AI generation is possible or suspected, so the declaration is not repeated here as certain.',
    },
    label_look_alike: {
      title: 'Another AI marking was found',
      text: 'The file carries a record of {schema} that says that AI made the content. It is not the China AIGC label, and counts like other unsigned metadata.',
    },
    label_look_alike_silent: {
      title: 'A record of {schema} says nothing of AI',
      text: 'The file carries a record of {schema} with a field for AI whose value does not say that AI made the content. It is not the China AIGC label, and no marking of AI.',
    },
    label_search_incomplete: {
      title: 'The search for a label was not complete',
      text: 'Parts of the file are damaged, locked or over a limit ({what}), so a label there would not have been found.',
    },
    label_reader_failed: {
      title: 'The label could not be examined',
      text: 'The reader for China AIGC labels failed on this file, so this result says nothing about one.',
    },
    label_not_examined: {
      title: 'The label was not examined',
      text: 'This result was made by a version that did not look for China AIGC labels.',
    },
    no_label: {
      title: 'No China AIGC label found',
      text: 'None was found in the places that the reader knows. Absence proves nothing: many tools write none, and many services remove it.',
    },
    ...METADATA_NOTES_EN,
    parts_not_examined: {
      title: 'What was not examined',
      text: 'This result is about the C2PA content credential, the China AIGC label and vendor metadata. Resolution integrity was not examined.',
    },
    resolution_upscaled: {
      title: 'The picture was probably enlarged',
      text: 'Its pixels or its metadata are consistent with a smaller picture that was enlarged. Editors, browsers, layout programs and the digital zoom of cameras do this every day; it says nothing about what is shown.',
    },
    resolution_uncertain: {
      title: 'Whether it was enlarged is not known',
      text: 'The file could not be measured, or the measurement was not clear; the reasons are given with the result. This says nothing against the file.',
    },
    resolution_reader_failed: {
      title: 'Resolution could not be measured',
      text: 'The measurement failed or ran out of time; where a reason is known, it is given with the result. This result says nothing about what the pixels show. Everything else in it was examined.',
    },
    resolution_beside_capture: {
      title: 'Captured, and probably enlarged',
      text: 'The credential says that a camera captured this content, and its pixels or metadata are consistent with enlargement. Both can be true: digital zoom and later resizing enlarge captured pictures.',
    },
  },
};

function declared(declaration: ContentDeclaration): string {
  return `Declared: ${midSentence(STATUSES_EN.declaration[declaration], 'en')}`;
}

function labelled(declaration: ContentDeclaration): string {
  return `The label says: ${midSentence(STATUSES_EN.declaration[declaration], 'en')}`;
}
