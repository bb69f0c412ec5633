export { closeOrganization } from './close-organization.ts';
export { deleteAccount } from './delete-account.ts';
export { exportAccount } from './export-account.ts';
export { exportHeaders } from './export-headers.ts';
export { planDeletion } from './plan-deletion.ts';
export { rightsRoutes } from './routes.ts';
export { choiceQuery } from './schemas.ts';
export { sweepClosedOrganizations } from './sweep-closed.ts';
export type { RightsServices } from './services.ts';
