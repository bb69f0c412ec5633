export { deleteIncident } from './delete-incident.ts';
export { openIncident } from './open-incident.ts';
export { findIncident, listIncidents, listRecentIncidents } from './queries.ts';
export { presentIncident } from './present.ts';
export { incidentRoutes } from './routes.ts';
export { incidentBody, incidentSchema, incidentUpdateBody, type PresentedIncident } from './schemas.ts';
export { updateIncident } from './update-incident.ts';
