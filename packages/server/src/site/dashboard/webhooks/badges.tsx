import type { WebhookEndpoint } from '../../../features/webhooks/index.ts';
import type { Language } from '../../../shared/language.ts';
import { StateBadge } from '../kit/parts.tsx';
import { STATE_TONE, stateOf } from './rows.ts';
import { WEBHOOKS } from './words.ts';

/** How a webhook fares, and whether it is told of the sandbox alone. */
export function Badges({ webhook, language }: { webhook: WebhookEndpoint; language: Language }) {
  const words = WEBHOOKS[language];
  const state = stateOf(webhook);
  return (
    <p class="badges">
      {webhook.sandbox_only ? <span class="badge">{words.sandboxBadge}</span> : null}
      <StateBadge tone={STATE_TONE[state]}>{words.state[state]}</StateBadge>
    </p>
  );
}
