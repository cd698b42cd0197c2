/** What the server says of the alert service of engineers and of who is on call. */
export const amberWords = {
  record: {
    enabled: 'Alert service switched on until {{until}}',
    disabled: 'Alert service switched off',
    renewed: 'Renewed until {{until}}, before that until {{from}}',
    changed: 'Last day changed from {{from}} to {{until}}',
    ended: 'Ended, the last day was {{until}}',
    notified: 'Alarm sent ({{channel}}): {{title}}',
    correct: 'Taken back: {{part}}',
    none: 'no day',
  },
  news: {
    today: 'The alert service of {{name}} ends today',
    ends_one: 'The alert service of {{name}} ends in {{count, number}} day',
    ends_other: 'The alert service of {{name}} ends in {{count, number}} days',
    until: 'Last day: {{day}}. From the next day on alarms are no longer sent to the engineer.',
  },
  handedOver: '{{from}} handed over to {{to}}: on call in {{department}}',
  handedOverTime: 'From {{start}} until {{end}}',
} as const
