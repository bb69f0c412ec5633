/** The engine's rules for China AIGC labels, as far as the server asks for them: pure functions over bounded data. */
export {
  decideLabel,
  decodeLabelRequest,
  decodeProvider,
  isLabelRefusal,
  LABEL_KEYS,
  LABEL_POLICIES,
  presentFindings,
  problemWithLabel,
} from '@revera/provenance';
