/** What people are notified of: that points were applied for, and what was decided. */
export type CreditNews = 'applied' | 'points_approved' | 'points_rejected'
