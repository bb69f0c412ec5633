/** The engine's rules for China AIGC labels that the server uses: pure functions over bounded data. */
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
