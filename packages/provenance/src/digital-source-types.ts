/** What a digital source type says about how content came to be, in the words of published results. */
export type SourceDeclaration =
  'ai_generated' | 'ai_edited' | 'human_edited' | 'digital_creation' | 'captured' | 'composite';

export interface DigitalSourceType {
  term: string;
  /** Null when the term says nothing about who or what made the content. */
  declares: SourceDeclaration | null;
  /** True when the term rules out a generative model; a trusted signer's word for it is what `ai_generated: false` needs. */
  rulesOutAi: boolean;
}

/**
 * IPTC's NewsCodes `digitalsourcetype` with its retired terms, and the three that C2PA adds (C2PA 2.x §18.15.4). What may
 * hold generated content follows the conformance programme's signals: composites, screen captures and digital art may.
 */
export const DIGITAL_SOURCE_TYPES: readonly DigitalSourceType[] = [
  row('trainedAlgorithmicMedia', 'ai_generated'),
  row('trainedAlgorithmicData', 'ai_generated'),
  row('compositeWithTrainedAlgorithmicMedia', 'ai_edited'),
  row('compositeSynthetic', 'ai_edited'),
  row('composite', 'composite'),
  row('compositeCapture', 'captured', true),
  row('computationalCapture', 'captured', true),
  row('multiFrameComputationalCapture', 'captured', true),
  row('digitalCapture', 'captured', true),
  row('negativeFilm', 'captured', true),
  row('positiveFilm', 'captured', true),
  row('print', 'captured', true),
  row('screenCapture', 'captured'),
  row('virtualRecording', 'captured'),
  row('humanEdits', 'human_edited', true),
  row('minorHumanEdits', 'human_edited', true),
  row('digitalCreation', 'digital_creation', true),
  row('digitalArt', 'digital_creation'),
  row('softwareImage', 'digital_creation'),
  row('algorithmicMedia', 'digital_creation'),
  row('dataDrivenMedia', 'digital_creation'),
  row('algorithmicallyEnhanced', null),
  row('empty', null),
];

const BY_TERM = new Map(DIGITAL_SOURCE_TYPES.map((type) => [type.term.toLowerCase(), type]));

/** Address of the vocabulary, qcode, or nothing in front of the term; writers vary scheme, case and a closing slash. */
const FORMS =
  /^(?:https?:\/\/(?:cv\.iptc\.org\/newscodes\/digitalsourcetype|c2pa\.org\/digitalsourcetype)\/|digsrctype:)?([a-z]{1,64})\/?$/i;

/** The type that a value names; undefined when it is not in the table. */
export function findDigitalSourceType(value: string): DigitalSourceType | undefined {
  if (value.length > 200) return undefined;
  return BY_TERM.get(FORMS.exec(value.trim())?.[1]?.toLowerCase() ?? '');
}

function row(term: string, declares: SourceDeclaration | null, rulesOutAi = false): DigitalSourceType {
  return { term, declares, rulesOutAi };
}
