import { safeText } from '../render/safe-text.ts';
import { serverCommand } from './server-command.ts';

export const keysRevoke = serverCommand({
  name: 'keys revoke',
  summary: 'Revoke an API key permanently',
  details: ['Takes effect at once. A key that is revoked already stays as it is; that is no error.'],
  examples: [['revera keys revoke key_0123456789abcdefghijkl', 'the ID stands in revera keys list']],
  argument: ['ID', 'The ID of the key'],
  call: (server, id) => server.revokeKey(id),
  lines: (key) => [`${safeText(key.id)} (${safeText(key.name)}) revoked ${key.revoked_at ?? ''}`.trimEnd()],
});
