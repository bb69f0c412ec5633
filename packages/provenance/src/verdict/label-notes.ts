import type { LabelFacts, LabelFinding, LabelSite } from '../label/facts.ts';
import type { Report } from '../report.ts';
import type { Evidence } from './evidence.ts';
import { declarationOf, labelFacts, type LabelEvidence } from './label-evidence.ts';
import { credentialContradictsLabel } from './provenance-status.ts';
import { isHumanDeclaration } from './declaration.ts';
import { isCreditable } from './integrity-status.ts';
import type { ContentDeclaration, Note } from './verdict.ts';
import { note } from './note.ts';
import type { NoteCode } from './note-codes.ts';

const BRIEF_CHARACTERS = 120;

const DECLARES: Partial<Record<ContentDeclaration, NoteCode>> = {
  ai_generated: 'label_declares_ai_generated',
  ai_possible: 'label_declares_ai_possible',
  ai_suspected: 'label_declares_ai_suspected',
};

/** Contradictions come before everything else and name both sides. */
export function conflictNotes(evidence: Evidence): Note[] {
  const { declared, label } = evidence;
  const list: Note[] = [];
  if (credentialContradictsLabel(evidence) && label.primary !== null) {
    const values = { credential: declared.declaration, location: label.primary.location };
    list.push(note('label_contradicts_credential', 'critical', values));
  }
  if (label.conflict !== null) {
    const [first, second] = label.conflict;
    list.push(
      note('labels_contradict', 'critical', {
        first: nameOf(first),
        first_location: first.location,
        second: nameOf(second),
        second_location: second.location,
      }),
    );
  }
  return list;
}

/** What the labels mean, what is wrong with them, and what kept us from looking. */
export function labelNotes({ report, integrity, declared, label }: Evidence): Note[] {
  if (report.china_aigc.state === 'failed') return [note('label_reader_failed', 'critical')];
  const facts = labelFacts(report.china_aigc);
  if (facts === null) return [note('label_not_examined', 'info')];
  const cover = isCreditable(integrity) ? coverOf(report) : 'none';
  const list = [...statementNotes(label, facts, cover), ...stateNotes(facts)];
  const isDoubt = label.declaration === 'ai_possible' || label.declaration === 'ai_suspected';
  if (isDoubt && isCreditable(integrity) && isHumanDeclaration(declared.declaration)) {
    list.push(note('label_doubts_credential', 'warning', { credential: declared.declaration }));
  }
  list.push(...lookAlikeNotes(facts, label));
  if (facts.problems.length > 0) list.push(note('label_search_incomplete', 'warning', { what: whatFailed(facts) }));
  if (facts.labels.length === 0 && facts.problems.length === 0) list.push(note('no_label', 'info'));
  return list;
}

/** Findings that need more than the label: rules AIGC-071 and AIGC-072. */
export function labelFindings(evidence: Evidence): LabelFinding[] {
  const { integrity, declared, label } = evidence;
  if (label.primary === null) return [];
  const findings: LabelFinding[] = [];
  if (integrity === 'valid_signature_binding_failed') findings.push({ rule: 'AIGC-071', severity: 'info', values: {} });
  if (credentialContradictsLabel(evidence)) {
    findings.push({ rule: 'AIGC-072', severity: 'warning', values: { credential: declared.declaration } });
  }
  return findings;
}

/** What the label says comes first: the result repeats it as the one sentence on the label. */
function statementNotes(label: LabelEvidence, { labels }: LabelFacts, cover: Cover): Note[] {
  // A label that names nobody and has no value of the standard says nothing about the content, but is reported all the same.
  const told = label.primary ?? labels.find(({ state }) => state === 'decoded');
  if (told === undefined) return [];
  const { source, wrongCode } = label;
  const list = [valueNote(told, source === null ? {} : { source: brief(source.en), source_zh: brief(source.zh) })];
  if (wrongCode !== null) list.push(note('label_code_wrong', 'warning', { code: brief(wrongCode) }));
  if (label.primary !== null) list.push(...authenticityNotes(label.primary, cover));
  return list;
}

/** A label that names nobody has no value for it, so the sentence ends earlier. */
function valueNote(label: LabelSite, source: Record<string, string>): Note {
  const code = DECLARES[declarationOf(label)];
  if (code !== undefined) return note(code, 'info', source);
  const value = brief((label.fields.Label ?? '').trim());
  return value === ''
    ? note('label_value_missing', 'warning', source)
    : note('label_value_unknown', 'warning', { value, ...source });
}

/** The first of several records that says something. */
function lookAlikeNotes({ look_alikes }: LabelFacts, { marking }: LabelEvidence): Note[] {
  if (marking !== null) return [note('label_look_alike', 'info', { schema: marking.schema })];
  return look_alikes.slice(0, 1).map(({ schema }) => note('label_look_alike_silent', 'info', { schema }));
}

/** Whether a credential covers the label; `unknown` when it excludes more than its own place and does not say here what. */
type Cover = 'label' | 'unknown' | 'none';

function coverOf({ c2pa }: Report): Cover {
  if (c2pa.state !== 'examined' || c2pa.facts.kind !== 'present') return 'none';
  const { success, informational } = c2pa.facts.active_codes;
  const leavesMoreOut = [...success, ...informational].some(({ code }) =>
    code.endsWith('.additionalExclusionsPresent'),
  );
  return leavesMoreOut ? 'unknown' : 'label';
}

/** Whether anything prevents just anyone from writing or changing the label. */
function authenticityNotes(label: LabelSite, cover: Cover): Note[] {
  const codes = [label.reserved_code_1, label.reserved_code_2];
  const pinned = codes.find(({ signature }) => signature === 'verified_pinned');
  if (pinned !== undefined) return [note('label_signature_verified', 'good', { signer: pinned.signer ?? '?' })];
  const has = (signature: LabelSite['reserved_code_1']['signature']): boolean =>
    codes.some((code) => code.signature === signature);
  if (has('verified_embedded')) return [note('label_signature_embedded', 'info')];
  if (has('failed')) return [note('label_signature_failed', 'warning')];
  if (cover === 'label') return [note('label_bound', 'good')];
  return cover === 'none' ? [note('label_not_authenticated', 'info')] : [];
}

function stateNotes(facts: LabelFacts): Note[] {
  const list: Note[] = [];
  const broken = new Set(
    facts.labels
      .flatMap(({ findings }) => findings.filter(({ severity }) => severity === 'error'))
      .map(({ rule }) => rule),
  );
  const of = (state: LabelSite['state']): LabelSite | undefined => facts.labels.find((label) => label.state === state);
  const [empty, undecodable] = [of('empty'), of('undecodable')];
  if (empty !== undefined) list.push(note('label_empty', 'warning', { location: empty.location }));
  if (undecodable !== undefined) list.push(note('label_undecodable', 'warning', { location: undecodable.location }));
  const decoded = of('decoded');
  if (decoded !== undefined && broken.size > 0) {
    list.push(note('label_nonconformant', 'warning', { rules: [...broken].join(', ') }));
  }
  return list;
}

function whatFailed({ problems }: LabelFacts): string {
  return [...new Set(problems.map(({ what }) => what))].slice(0, 3).join('; ');
}

function nameOf({ fields }: LabelSite): string {
  return [fields.Label, fields.ContentProducer, fields.ProduceID].map((value) => brief(value ?? '-')).join(' / ');
}

/** Enough to recognise a value; the result's items have all of it. */
function brief(text: string): string {
  const characters = Array.from(text.slice(0, 2 * BRIEF_CHARACTERS));
  return characters.length <= BRIEF_CHARACTERS
    ? characters.join('')
    : `${characters.slice(0, BRIEF_CHARACTERS).join('')}…`;
}
