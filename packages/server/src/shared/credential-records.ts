export { ancestors, isWithdrawn, NO_RECORDS } from '@revera/provenance';
