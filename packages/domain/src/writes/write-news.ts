/**
 * What the console notifies people of: `requested` reaches those who may approve a write, the rest the account
 * that requested it.
 */
export type WriteNews = 'requested' | 'approved' | 'rejected' | 'expired'
