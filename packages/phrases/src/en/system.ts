export const system = {
  tasks: {
    title: 'Work in progress',
    work: 'Work',
    stateTitle: 'State',
    done: 'Done',
    started: 'Started',
    ended: 'Ended',
    message: 'Note',
    none: 'Nothing has run yet.',
    progress: '{{percent}}\u202f%',
    stepCount: '{{done}} of {{total}}',
    kind: {
      history: 'Building history',
      migration: 'Updating the database',
      compaction: 'Compacting readings',
      analysis: 'Computing analyses',
      retention: 'Removing old readings',
    },
    state: {
      waiting: 'Waiting',
      running: 'Running',
      done: 'Done',
      failed: 'Failed',
    },
  },
} as const
