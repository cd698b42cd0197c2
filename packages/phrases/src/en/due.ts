/** The card of home about work of people that is due. Comes with it. */
export const due = {
  title: 'Work due',
  upkeepSoon: 'Upkeep due in 7 days',
  upkeepOverdue: 'Upkeep overdue',
  repairs: 'Open repairs',
  ownRepairs: 'Assigned to me',
  updates: 'Running update jobs',
  failed: 'The work that is due could not be loaded.',
} as const
