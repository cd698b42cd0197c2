/** Of what the console tells people: `wanted` those who may approve a write, the rest whoever asked for it. */
export type WriteNews = 'wanted' | 'approved' | 'rejected' | 'expired'
