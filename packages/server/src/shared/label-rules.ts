/** The engine's rules for China AIGC labels, as far as the server asks for them: pure functions over bounded data. */
export {
  clauseIn,
  decideLabel,
  decodeLabelRequest,
  decodeProvider,
  isLabelRefusal,
  LABEL_KEYS,
  LABEL_POLICIES,
  LABEL_RULES,
  presentFindings,
  problemWithLabel,
} from '@revera/provenance';
