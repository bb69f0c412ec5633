import type { LabelRuleId } from '../label/rules.ts';

/** For each rule, what is wrong and what the rule requires. Values in braces are text from the file, never markup. */
export const LABEL_WORDS_EN: Readonly<Record<LabelRuleId, string>> = {
  'AIGC-001':
    'The label cannot be read. Its place is there, but the value is not the JSON object that the standard asks for.',
  'AIGC-002':
    'The label is empty. Its place is in the file without a value: a label may have been wiped, or was never filled in.',
  'AIGC-003':
    'The label could be read only after repair ({repairs}). Its value should be the plain JSON text and nothing else.',
  'AIGC-004':
    'The label is in the other one of its two forms. The guide for this place shows the other form; both are readable.',
  'AIGC-005': 'The label has an element twice. Programs may read different values, so each element has to stand once.',
  'AIGC-006': 'The label has {count} members that the standard does not know ({names}). It consists of seven elements.',
  'AIGC-007':
    'The name “{name}” is misspelt. Names have to be written exactly as in the standard, or other programs miss them.',
  'AIGC-010': 'Label is missing. It says whether the content is AI generated (1), possibly (2) or suspected to be (3).',
  'AIGC-011': 'Label has the value “{value}”. Only 1 (AI generated), 2 (possibly) and 3 (suspected) are allowed.',
  'AIGC-012': '{key} is not a text. All seven elements have to be JSON strings.',
  'AIGC-013':
    'The generation service itself wrote Label {value}. “Possibly” and “suspected” are meant for platforms; a generator writes 1.',
  'AIGC-020': 'ContentProducer is missing or empty. The label has to name the service that generated the content.',
  'AIGC-021': 'ProduceID is missing or empty. The label needs the unique number that the producer gave the content.',
  'AIGC-022': '{key} is missing. The two propagation elements belong into every label.',
  'AIGC-023':
    'ContentPropagator and PropagateID are empty. When a label is first written, they repeat ContentProducer and ProduceID.',
  'AIGC-024': '{key} is empty although its counterpart is set. A propagator and its number belong together.',
  'AIGC-025': '{key} is missing. The standard lists it; its value may be empty.',
  'AIGC-026': '{key} has the stand-in value “{value}”. It looks as if the real value was never filled in.',
  'AIGC-030': '{key} has characters outside the set of the standard: printable ASCII without blank and backslash.',
  'AIGC-031': '{key} has control characters or bytes that are not text. Values have to be readable text.',
  'AIGC-032':
    'The label, or one of its values, is longer than {limit}. So long a label may be cut or refused elsewhere.',
  'AIGC-040':
    '{key} begins like a provider code but is none: “{value}”. A code has 27 characters, digits and capital letters only.',
  'AIGC-041': '{key} does not begin with 00, the only format part in use: “{value}”.',
  'AIGC-042': '{key} is a code of a subject type and binding ({value}) whose content cannot be checked.',
  'AIGC-043': '{key} names the credit code {uscc}, whose check character is wrong. It was mistyped or made up.',
  'AIGC-044':
    '{key} carries service type {digit}, which belongs to the other role: 1 is generation, 2 is distribution.',
  'AIGC-045': '{key} has the service extension {extension}. An extension that is not used is 00000.',
  'AIGC-046':
    '{key} is a free name, “{value}”. The standard allows that, but a provider code says more surely who is meant.',
  'AIGC-047':
    '{key} stands for {provider} by the table of this service (basis {basis}). A code names a legal entity, which may run several brands.',
  'AIGC-050': 'The file holds the same label {count} times. It should hold one.',
  'AIGC-051': 'The file holds {count} labels that contradict each other ({keys}). None of them can be relied on.',
  'AIGC-052':
    'The file holds {count} labels for the same content that differ in {keys}. A platform has to update the label, not add one.',
  'AIGC-053':
    'The label stands where the guides do not put it for this format ({location}). Other programs may miss it.',
  'AIGC-054': 'The label is in the foreign namespace “{namespace}”. The guide prescribes the namespace of TC260.',
  'AIGC-055':
    'The namespace is right, its prefix is “{prefix}” and not TC260. Programs that look for the prefix may miss the label.',
  'AIGC-060': 'The signature in {key} is right and was made with a key known to belong to {signer}.',
  'AIGC-061':
    'The signature in {key} is right for the key that the label itself brings. It shows that the label is unchanged, not who made it.',
  'AIGC-062':
    'The signature in {key} does not verify. The label was changed after it was signed, or the signature is of another label.',
  'AIGC-063': '{key} holds security data that cannot be checked here: its algorithm, form or object is not supported.',
  'AIGC-064': '{key} holds something that only its writer can read. That is allowed.',
  'AIGC-070':
    'The part of the file that holds the label is damaged ({location}): it is cut off, or its checksum is wrong.',
  'AIGC-071':
    'The content credential of this file does not vouch for the label: its binding leaves the label out, or fails.',
  'AIGC-072':
    'The label says that AI generated the content, and the credential of the same file declares: {credential}. At least one of them is wrong.',
  'AIGC-073':
    'The file holds AI information of {schema} in its own form ({location}). That is not a label of the standard.',
  'AIGC-080': 'The file already has a label ({location}), and the request does not allow to replace it.',
  'AIGC-081': 'The written label reads back differently ({key}), so the file was not handed out.',
  'AIGC-082': 'No place for a label is defined in {media_type}, so none was written.',
};
