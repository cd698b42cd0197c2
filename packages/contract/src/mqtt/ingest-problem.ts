/** Why a message was taken but will never be stored. */
export const ingestProblems = ['E_VERSION', 'E_FORM', 'E_SIZE', 'E_POINT', 'E_TIME'] as const
export type IngestProblem = (typeof ingestProblems)[number]
