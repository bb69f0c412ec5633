export { examineFile } from './examine-file.ts';
export { presentExamination } from './present.ts';
export { claimField, labRoutes } from './routes.ts';
export type { LabExamination } from './schemas.ts';
