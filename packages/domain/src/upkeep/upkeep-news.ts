/** What people are notified of about work that is due again and again: it is due within a week, or overdue. */
export const upkeepNews = ['due_soon', 'overdue'] as const
export type UpkeepNews = (typeof upkeepNews)[number]
