// Writes the tables of docs/statements.md from the program. Rows of real files need ../shared; without it they stay.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sharedFolder } from '@revera/testkit';
import { STATEMENT_CASES } from '@revera/testkit/report';
import { realRows } from './statements/real-files.ts';
import { tableOf, withPart } from './statements/table.ts';

const target = fileURLToPath(new URL('../docs/statements.md', import.meta.url));
const [corpus, trust] = [sharedFolder('corpus'), sharedFolder('trust')];
let document = withPart(readFileSync(target, 'utf8'), 'made results', tableOf(STATEMENT_CASES));
if (corpus !== null && trust !== null) {
  document = withPart(document, 'real files', tableOf(await realRows(corpus, trust)));
}
writeFileSync(target, document);
