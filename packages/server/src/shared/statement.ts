/** The first sentence of a result. This entry of the engine contains words and tables: it loads no reader. */
export { statementOf, type Chip, type Statement } from '@revera/provenance/statement';
