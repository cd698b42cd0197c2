/** Below this share of its window a point says nothing about the day. */
export const LEAST_COVERAGE = 0.75
