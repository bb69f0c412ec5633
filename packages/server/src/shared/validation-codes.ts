/** How the verdict reads the status codes of a manifest, for code that shows them one by one. */
export { anyPublicListUsable, failureClassesOf, hangsOnMissingList, settleStore } from '@revera/provenance';
