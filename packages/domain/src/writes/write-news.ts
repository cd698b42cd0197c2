/**
 * What the console notifies people of: `wanted` reaches those who may approve a write, the rest the account
 * that requested it.
 */
export type WriteNews = 'wanted' | 'approved' | 'rejected' | 'expired'
