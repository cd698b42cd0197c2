export const system = {
  tasks: {
    title: 'Work in progress',
    progress: '{{percent}} %',
    stepCount: '{{done}} of {{total}}',
    kind: {
      history: 'Making history',
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
