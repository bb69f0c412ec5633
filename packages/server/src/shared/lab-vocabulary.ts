/** What the lab can name and answer, for its route and its page: constants, and the name of a family. */
export {
  CLAIMABLES,
  LAB_BANDS,
  LAB_CHECKS,
  LAB_CONTAINERS,
  LAB_EVIDENCE,
  LAB_GENERATIONS,
  LAB_LIMITS,
  LAB_REASONS,
  LAB_STAGES,
  LAB_VERDICTS,
  LAB_WARNINGS,
  nameOfFamily,
  RULE_BOOK,
  TOOL_VERSION,
} from '@revera/provenance';
