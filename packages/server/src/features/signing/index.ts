export { labelOrder } from './label-order.ts';
export { signingHandler } from './jobs.ts';
export { signingRoutes } from './routes.ts';
export type { SigningServices } from './services.ts';
export { signFields, type LabelOrder, type SignFields } from './schemas.ts';
export { signNow } from './sign-now.ts';
export { callerOf as signingCallerOf } from './submission.ts';
export { makeCheckedCopy, type CheckedOutput } from './checked-copy.ts';
