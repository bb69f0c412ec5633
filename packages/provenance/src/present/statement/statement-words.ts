import type { ContentDeclaration } from '../../verdict/verdict.ts';
import type { Situation, Standing, Saying } from './situations.ts';

/** What is made of a declaration, with and without the name of what made it, `{source}`. */
export type MadeWord =
  'generated' | 'edited_ai' | 'captured' | 'recorded' | 'screen' | 'created' | 'edited' | 'composite' | 'undeclared';

/** A sentence for when the name is known, and one for when it is not. */
export interface NamedWord {
  readonly named: string;
  readonly plain: string;
}

type SignedSituation = `${Standing}_${Saying}`;

/** A new situation does not compile until both languages have words for it. `{name}` is filled in with names and dates. */
export interface StatementWords {
  readonly made: Readonly<Record<MadeWord, NamedWord>>;
  readonly headings: Readonly<Record<Exclude<Situation, SignedSituation>, NamedWord>> & {
    readonly signed: string;
    readonly says: string;
    readonly testSays: string;
    readonly testSigned: string;
  };
  readonly chips: ChipWords;
  readonly lines: Readonly<Record<LineWord, string>>;
  readonly besides: Readonly<Record<BesideWord, string>>;
  readonly questions: Readonly<Record<QuestionWord, string>>;
  readonly answers: Readonly<Record<AnswerWord, string>>;
  readonly phrases: {
    readonly nameless: string;
    readonly metadata: string;
    readonly brand: string;
    /** An accepted time stamp's day. */
    readonly day: (year: number, month: number, day: number) => string;
    readonly unchanged: string;
    /** Where no date stands before it. */
    readonly unchangedSigned: string;
    readonly partlyUnchanged: string;
  };
}

export interface ChipWords {
  /** By a credential that counts; `{made}` is this. */
  readonly made: Readonly<Record<MadeWord, string>>;
  /** The same by a signer whom no list knows. */
  readonly claimed: Readonly<Record<MadeWord, string>>;
  readonly label: Readonly<
    Record<Extract<ContentDeclaration, 'ai_generated' | 'ai_possible' | 'ai_suspected'>, string>
  >;
  readonly metadata: Readonly<Record<'generated' | 'edited', string>>;
  readonly state: Readonly<Record<StateWord, string>>;
}

export type StateWord =
  | 'verified'
  | 'sandbox'
  | 'unknown_signer'
  | 'self_signed'
  | 'chain_broken'
  | 'trust_not_checked'
  | 'content_differs'
  | 'broken'
  | 'unreadable'
  | 'not_accepted'
  | 'history_broken'
  | 'history_unproven'
  | 'certificate_revoked'
  | 'certificate_unfit'
  | 'time_not_proven'
  | 'conflicting'
  | 'revoked'
  | 'suspended'
  | 'expired'
  | 'ancestor_revoked'
  | 'ancestor_suspended'
  | 'nonconformant'
  | 'unsigned'
  | 'agreeing'
  | 'label_signed'
  | 'metadata_signed'
  | 'no_evidence'
  | 'not_fetched'
  | 'not_examined'
  | 'partial'
  | 'service_trust';

export type LineWord =
  | 'signed_on'
  | 'signed'
  | 'since_on'
  | 'since'
  | 'since_undated'
  | 'says_nothing'
  | 'sandbox'
  | 'unlisted'
  | 'unlisted_incomplete'
  | 'self_signed'
  | 'chain_broken'
  | 'unchecked'
  | 'content_differs'
  | 'no_attribution'
  | 'unreadable'
  | 'unconfirmed'
  | 'rejected'
  | 'history_broken'
  | 'history_certificate'
  | 'revoked_on'
  | 'revoked'
  | 'unfit'
  | 'expired'
  | 'not_in_force'
  | 'withdrawn'
  | 'suspended'
  | 'credential_declares'
  | 'credential_declares_by'
  | 'label_declares'
  | 'one_is_wrong'
  | 'metadata_mark'
  | 'metadata_mark_named'
  | 'two_labels'
  | 'label_conforms'
  | 'label_errors'
  | 'label_unprotected'
  | 'label_signed'
  | 'label_intact'
  | 'label_signature_failed'
  | 'label_possible'
  | 'label_suspected'
  | 'label_value'
  | 'label_no_value'
  | 'no_provider'
  | 'unknown_code'
  | 'wrong_code'
  | 'label_unreadable'
  | 'label_empty'
  | 'metadata_unsigned'
  | 'metadata_signed'
  | 'software'
  | 'nothing_examined'
  | 'not_examined'
  | 'elsewhere'
  | 'nothing';

export type BesideWord =
  | 'camera'
  | 'marker'
  | 'marker_unnamed'
  | 'label_generated'
  | 'label_possible'
  | 'label_suspected'
  | 'label_covered'
  | 'same_maker'
  | 'ancestor_revoked'
  | 'ancestor_suspended'
  | 'content_differs'
  | 'elsewhere'
  | 'credential_not_examined';

export type QuestionWord =
  | 'intact'
  | 'signer'
  | 'declares'
  | 'complete'
  | 'writer'
  | 'provable'
  | 'found'
  | 'where'
  | 'credential'
  | 'label'
  | 'metadata'
  | 'credential_says'
  | 'label_says'
  | 'metadata_say'
  | 'one_says'
  | 'other_says'
  | 'which'
  | 'in_file'
  | 'fetched';

export type AnswerWord =
  | 'unchanged'
  | 'partly'
  | 'partly_detail'
  | 'differs'
  | 'matches'
  | 'credential_broken'
  | 'history'
  | 'not_known'
  | 'test_key'
  | 'test_key_detail'
  | 'names'
  | 'proves_nothing'
  | 'nothing_counts'
  | 'not_counted'
  | 'all_elements'
  | 'elements'
  | 'no_errors'
  | 'errors'
  | 'code_right'
  | 'name_only'
  | 'code_unknown'
  | 'code_wrong'
  | 'nobody'
  | 'no'
  | 'yes'
  | 'label_statement'
  | 'label_signer'
  | 'label_unchanged'
  | 'label_mismatch'
  | 'metadata_statement'
  | 'metadata_signer'
  | 'in_field'
  | 'none_found'
  | 'none_named'
  | 'not_examined'
  | 'not_complete'
  | 'says_label'
  | 'undecided'
  | 'undecided_detail'
  | 'no_credential'
  | 'not_fetched'
  | 'not_asked'
  | 'empty'
  | 'undecodable'
  | 'unstated';
