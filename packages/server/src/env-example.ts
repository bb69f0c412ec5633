import { SETTINGS } from './config.ts';

/** The text of `.env.example`: every setting with its default and what it is for. */
export function renderEnvExample(): string {
  const settings = Object.entries(SETTINGS).map(([name, { fallback, about }]) => `# ${about}\n${name}=${fallback}\n`);
  return ['# Settings of the server, with their defaults.\n', ...settings].join('\n');
}
