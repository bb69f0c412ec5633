import { expect, test } from 'vitest';
import { isOwnOrigin } from './own-origin.ts';

test.each([
  ['the same', 'https://revera.example', 'https://revera.example', true],
  ['another name of this machine', 'http://localhost:8080', 'http://127.0.0.1:8080', true],
  ['and by its newer address', 'http://[::1]:8080', 'http://localhost:8080', true],
  ['another port of it', 'http://localhost:3000', 'http://127.0.0.1:8080', false],
  ['another scheme', 'https://localhost:8080', 'http://127.0.0.1:8080', false],
  ['another host', 'https://revera.example', 'https://other.example', false],
  ['a name that begins alike', 'http://localhost.evil.example:8080', 'http://127.0.0.1:8080', false],
  ['this machine, for a service that is elsewhere', 'http://localhost', 'http://revera.example', false],
  ['an opaque origin', 'null', 'http://127.0.0.1:8080', false],
  ['no origin at all', '', 'http://127.0.0.1:8080', false],
])('%s: %s at %s', (_case, origin, own, isOurs) => {
  expect(isOwnOrigin(origin, own)).toBe(isOurs);
});
