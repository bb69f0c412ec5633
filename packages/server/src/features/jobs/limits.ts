/** Jobs that a search looks through, so that a name which no file has costs no more than this. */
export const JOBS_SEARCHED_MAX = 50_000;

/** Lines of a file for spreadsheets, which is read as one list. */
export const JOBS_EXPORTED_MAX = 10_000;
