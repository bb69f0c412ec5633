export { examineFile, type LabCaller } from './examine-file.ts';
export { presentExamination } from './present.ts';
export { claimField, labRoutes } from './routes.ts';
export type { LabExamination } from './schemas.ts';
export type { LabServices } from './services.ts';
