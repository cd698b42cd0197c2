/**
 * The state of a version that waits for a second person. `outdated`: another version was published in the
 * meantime, so that what was shown is not what would change.
 */
export type PublicationState = 'waiting' | 'approved' | 'rejected' | 'withdrawn' | 'expired' | 'outdated'
