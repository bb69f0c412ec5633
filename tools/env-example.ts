// Writes .env.example from the table of settings; a test of the server holds it equal.
import { writeFileSync } from 'node:fs';
import { renderEnvExample } from '@revera/server';

writeFileSync(new URL('../.env.example', import.meta.url), renderEnvExample());
