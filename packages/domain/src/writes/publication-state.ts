/**
 * How a version stands that waits for a second person. `outdated`: another version was published meanwhile, so that what
 * was shown is not what would change.
 */
export type PublicationState = 'waiting' | 'approved' | 'rejected' | 'withdrawn' | 'expired' | 'outdated'
