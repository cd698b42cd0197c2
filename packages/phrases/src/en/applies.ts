/** What the server says of parameter files that are put into devices. */
export const applies = {
  news: {
    title: {
      apply_requested: '{{profile}}: applying it waits for your approval',
      apply_decided: '{{profile}}: decided whether it is applied',
      apply_stopped: '{{profile}}: applying it has been halted',
      apply_done: '{{profile}}: applied',
    },
    by: 'By {{name}}',
  },
  because: {
    person: 'A person halted it.',
    trial_failed: 'The first device did not take all values.',
    trial_worse: 'The first device did worse with it. It can be taken back with one tap.',
    trial_unknown:
      'Too little was read of the first device to judge it. A person decides whether it goes on.',
    failures: 'Too many devices of a wave failed.',
    author: 'The person who started it may no longer write there.',
  },
} as const
