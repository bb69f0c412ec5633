export { closeOrganization } from './close-organization.ts';
export { deleteAccount } from './delete-account.ts';
export { planDeletion } from './plan-deletion.ts';
export { rightsRoutes } from './routes.ts';
export { credentialsChoice } from './schemas.ts';
export { sweepClosedOrganizations } from './sweep-closed.ts';
