// Prints the OpenAPI document of the server. `--check` compares docs/openapi.json with it, `--write` writes that file.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describeInterface } from '@revera/server';
import { format, resolveConfig } from 'prettier';

const target = fileURLToPath(new URL('../docs/openapi.json', import.meta.url));
const text = await format(JSON.stringify(describeInterface()), { ...(await resolveConfig(target)), parser: 'json' });

if (process.argv.includes('--check')) {
  if (readFileSync(target, 'utf8') !== text) {
    process.stderr.write('docs/openapi.json is not what the server describes: npm run openapi -- --write\n');
    process.exitCode = 1;
  }
} else if (process.argv.includes('--write')) {
  writeFileSync(target, text);
} else {
  process.stdout.write(text);
}
