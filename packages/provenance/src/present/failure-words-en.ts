import { STATUSES_EN } from './statuses-en.ts';

const { integrity, provenance } = STATUSES_EN;

/** Notes on credentials that are absent, that cannot be read, and that do not hold. */
export const FAILURE_NOTES_EN = {
  c2pa_reader_failed: {
    title: 'The credential could not be examined',
    text: 'The reader failed on this file, so this result says nothing about a credential in it, neither that there is one nor that there is none.',
  },
  c2pa_too_many_parts: {
    title: 'The credential was not examined',
    text: 'The file is cut into so many parts that looking for a credential would take too long. This result says nothing about a credential in it, neither that there is one nor that there is none.',
  },
  no_credential: {
    title: integrity.no_credential.heading,
    text: 'The file carries no C2PA content credential. Absence of evidence proves nothing: most files have none, and many services remove it.',
  },
  no_embedding_for_format: {
    title: 'Credentials are not read from this format',
    text: 'Either C2PA defines no place for a content credential in {media_type}, or only newer versions do, which this version does not read. One that is there would not be found.',
  },
  store_no_hard_binding: {
    title: 'The credential is bound to no content',
    text: 'A manifest in the file has no content hash, so nothing ties it to this file or to any other. Nothing in it can be relied on.',
  },
  store_several_hard_bindings: {
    title: 'The credential is bound twice',
    text: 'A manifest in the file has more than one content hash, which C2PA forbids: which of them counts cannot be told. Nothing in it can be relied on.',
  },
  store_claim_missing: {
    title: 'The credential has no claim',
    text: 'A manifest in the file lacks its claim, the part that is signed. Nothing in it can be relied on.',
  },
  store_several_claims: {
    title: 'The credential has two claims',
    text: 'A manifest in the file holds more than one claim: which of them was signed cannot be told. Nothing in it can be relied on.',
  },
  store_claim_malformed: {
    title: 'The claim cannot be read',
    text: 'A claim in the file is not of the form that C2PA prescribes. Nothing in it can be relied on.',
  },
  store_signature_missing: {
    title: 'The credential is not signed',
    text: 'A manifest in the file has no signature over its claim. Nothing in it can be relied on.',
  },
  store_signature_malformed: {
    title: 'The signature cannot be read',
    text: 'A signature in the credential is not of the form that C2PA prescribes, or lacks its certificate, so it cannot be verified.',
  },
  store_assertion_missing: {
    title: 'The credential is incomplete',
    text: 'A claim names an assertion that is not in the file. Nothing in the credential can be relied on.',
  },
  store_assertion_malformed: {
    title: 'A statement in the credential cannot be read',
    text: 'An assertion in the file is not of the form that C2PA prescribes. Nothing in the credential can be relied on.',
  },
  store_update_manifest_invalid: {
    title: 'An update of the credential is not allowed',
    text: 'A manifest says that it only updates an earlier one, and holds what such a manifest may not hold. Nothing in it can be relied on.',
  },
  no_embedding_in_codestream: {
    title: 'A bare JPEG XL codestream cannot hold a credential',
    text: 'The place for a content credential is in the container of JPEG XL, and this file has none: it is the picture alone.',
  },
  no_embedding_without_file_type: {
    title: 'A QuickTime file without a file type box cannot hold a credential',
    text: 'This file is of the older form of QuickTime. The place for a content credential is behind the file type box, which it does not have.',
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
    title: integrity.signature_invalid.heading,
    text: 'The claim, one of its assertions or its signature was changed or damaged after signing. What it says cannot be attributed to anyone.',
  },
  ingredient_broken: {
    title: 'A part of the history is not intact',
    text: 'The manifest of an ingredient was changed or damaged after this file was signed. The history it tells cannot be relied on.',
  },
  ingredient_certificate_invalid: {
    title: 'A certificate in the history does not count',
    text: 'A part of the history was signed with a certificate that has expired or was revoked since, or is not of the required kind. What that part says is not proven.',
  },
  certificate_revoked: {
    title: 'The signing certificate was revoked',
    text: 'The authority that issued the signing certificate has withdrawn it. The credential does not count.',
  },
  certificate_expired: {
    title: 'The signing certificate has expired',
    text: 'The certificate expired on {end}; nothing proves when this was signed.',
  },
  certificate_outside_validity: {
    title: 'The signing certificate was not valid at the time',
    text: 'The signature was made outside the validity of its certificate, so it does not count.',
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
    title: provenance.binding_failed.heading,
    text: 'The credential is intact, but this is not the content it was made for. “{signer}” signed something else, or the file was edited or re-encoded since.',
  },
  content_differs: {
    title: provenance.binding_failed.heading,
    text: 'The content hash in the credential does not fit this file: it was changed after signing, or the credential belongs to another file.',
  },
  failure_unexplained: {
    title: 'The credential was not accepted',
    text: 'The C2PA engine rejects the credential and gives no reason. It is not relied on; that does not mean that anybody changed it.',
  },
  credential_unconfirmed: {
    title: 'The credential could not be confirmed',
    text: 'No check says that the signature holds and that the credential belongs to this very content. It is not relied on.',
  },
} as const;
