/** Home, the wall board, and what the console itself says on analysis pages. */
export const overview = {
  lowPowerFactor: 'Power factor below {{percent}}',
  bell_one: 'Alarms: {{count, number}} critical or high, not acknowledged',
  bell_other: 'Alarms: {{count, number}} critical or high, not acknowledged',
  newAlarm: 'New alarm, {{store}}: {{text}}',
  newAlarms_one: '{{count, number}} new alarm, critical or high',
  newAlarms_other: '{{count, number}} new alarms, critical or high',
  strip: {
    label: 'Open alarms by priority',
    open: 'Open alarms',
    flood_one: 'Many alarms: {{count, number}} in 10 min',
    flood_other: 'Many alarms: {{count, number}} in 10 min',
    floodMostly_one: 'Many alarms: {{count, number}} in 10 min, mostly {{place}}',
    floodMostly_other: 'Many alarms: {{count, number}} in 10 min, mostly {{place}}',
    none: 'No alarm is waiting to be acknowledged',
  },
  matrix: {
    title: 'Organisation',
    way: 'Where you are in the organisation',
  },
  attention: {
    title: 'Stores needing attention',
    what: 'What is wrong',
    alarms: 'Alarms',
    score: 'Lowest health',
    none: 'No store needs attention now',
  },
  health: {
    title: 'Health score',
    losses: 'Where points are lost',
    frozen: 'compared with the days up to {{day}}',
    unmeasurable: 'Not counted here: {{names}}',
  },
  board: {
    alarms: 'Open alarms (by priority)',
    page_one: '{{count, number}} more · page {{page}} of {{pages}}',
    page_other: '{{count, number}} more · page {{page}} of {{pages}}',
    title: '{{title}} wall board',
    age: 'Live · {{seconds}} s ago',
    silent: 'NO DATA SINCE {{time}}',
    exit: 'Leave the wall board',
  },
} as const
