import { COMPONENT_STATES, COMPONENTS, type Component, type ComponentState } from '../../shared/components.ts';
import type { ServiceStatus } from '../../shared/service-status.ts';
import { SLOT_MS, UNWRITTEN_MAX } from './limits.ts';
import type { Sample } from './queries.ts';

type States = Readonly<Record<Component, ComponentState>>;

/**
 * Measures and records how the service is. A failure of the database cannot be written while it lasts: it is kept in memory
 * and written afterwards. The slot is by the clock of the process, for the same reason.
 */
export function openRecorder(
  store: (samples: readonly Sample[]) => Promise<void>,
  status: () => Promise<ServiceStatus>,
): () => Promise<void> {
  const unwritten = new Map<number, States>();
  return async () => {
    const { checkedAt, components } = await status();
    const slot = Math.floor(Date.parse(checkedAt) / SLOT_MS) * SLOT_MS;
    unwritten.set(slot, worseOf(unwritten.get(slot), components));
    for (const oldest of unwritten.keys()) {
      if (unwritten.size <= UNWRITTEN_MAX) break;
      unwritten.delete(oldest);
    }
    await store(samplesOf(unwritten));
    unwritten.clear();
  };
}

function worseOf(before: States | undefined, now: States): States {
  if (before === undefined) return now;
  const worse = (component: Component): ComponentState =>
    COMPONENT_STATES.indexOf(before[component]) > COMPONENT_STATES.indexOf(now[component])
      ? before[component]
      : now[component];
  return { verify: worse('verify'), sign: worse('sign'), site: worse('site'), webhooks: worse('webhooks') };
}

function samplesOf(unwritten: ReadonlyMap<number, States>): Sample[] {
  return [...unwritten].flatMap(([slot, states]) =>
    COMPONENTS.map((component) => ({ slot: new Date(slot), component, state: states[component] })),
  );
}
