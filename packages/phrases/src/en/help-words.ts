/** What is suggested to who helps a store, and what happened then: only the server says it. */
export const helpWords = {
  tips: {
    alarm: {
      high: 'It is too warm',
      low: 'It is too cold',
      lost: 'A reading is missing',
      host_lost: 'The terminal is silent',
      threshold: 'Its health score is low',
      falling: 'Its health score is falling',
      oscillation: 'Its temperature swings',
    },
    bus: {
      silent: 'The device does not answer',
      noisy: 'Replies of the device get lost',
      since: 'Given up since {{since}}',
      rate: '{{rate}} of {{requests, number}} requests answered in 24 hours',
      counts: 'Time-outs: {{timeouts, number}}. Damaged replies: {{frames, number}}',
      checkNoise:
        'Look for what disturbs the bus: shield, terminating resistor, cables beside those of motors, two devices with one address.',
      checkWay: 'Look at the way there: power of the device, both wires of the bus, its address and speed.',
    },
    loss: {
      title: 'Health score {{score}}',
      part: '{{cause}}: {{points}} points',
      check: 'Look first at what costs most points; the curve of the device shows since when.',
    },
    drift: {
      title: 'Parameters were changed on the spot',
      reason: 'Somebody has changed parameters at the controller, and nobody has looked at it yet.',
      check: 'Ask in the store why, and set them back where there is no reason.',
    },
  },
  acts: {
    opened: 'Help began: {{devices}}',
    openedStore: 'Help for the whole store began',
    helped: 'helped',
    notHelped: 'did not help',
    file: 'Parameter file {{name}} saved, values: {{values, number}}',
    screen: '{{name}} was on the screen of the store for {{length}}',
    screenRecorded: '{{name}} was on the screen of the store for {{length}}; recorded',
    ended: 'Help ended after {{length}}: {{outcome}}',
    outcome: {
      solved: 'solved',
      visit: 'somebody has to go there',
      watch: 'being watched',
      not_solved: 'not solved',
      left: 'left without a word',
    },
    pictures: 'Pictures: {{pictures, number}}. Marks drawn: {{marks, number}}',
  },
} as const
