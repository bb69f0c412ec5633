export { authenticateSession, findMembership } from './authenticate-session.ts';
export {
  listUsableSessions,
  markReauthenticated,
  markSessionEnded,
  markSessionsEnded,
  pruneSessions,
  type Session,
} from './queries.ts';
export { SESSION_LIFETIME_MS, startSession } from './start-session.ts';
