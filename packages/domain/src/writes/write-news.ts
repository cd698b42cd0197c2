/** Of what the console tells people: `wanted` those who may approve a write, the rest whoever asked for it. */
export const writeNews = ['wanted', 'approved', 'rejected', 'expired'] as const
export type WriteNews = (typeof writeNews)[number]
