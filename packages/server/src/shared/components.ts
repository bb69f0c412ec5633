/** What a customer needs of the service, as the status page tells it. */
export const COMPONENTS = ['verify', 'sign', 'site', 'webhooks'] as const;
export type Component = (typeof COMPONENTS)[number];

/** From the best to the worst. `reduced`: it works, but late or not in full. */
export const COMPONENT_STATES = ['works', 'reduced', 'fails'] as const;
export type ComponentState = (typeof COMPONENT_STATES)[number];

/** What an incident concerns. */
export const INCIDENT_COMPONENTS = ['all', ...COMPONENTS] as const;
export type IncidentComponent = (typeof INCIDENT_COMPONENTS)[number];

/** In the order in which an incident usually passes through them. */
export const INCIDENT_STATES = ['investigating', 'identified', 'monitoring', 'resolved'] as const;
export type IncidentState = (typeof INCIDENT_STATES)[number];
