export { DEVELOPMENT_ORGANIZATION, KEY_PURPOSE } from '@revera/provenance';
