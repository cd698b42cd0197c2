/** Home, the wall board, and what the console itself says on analysis pages. */
export const overview = {
  lowPowerFactor: 'Power factor below {{percent}}',
  board: {
    title: '{{title}} wall board',
    age: 'Live · {{seconds}} s ago',
    silent: 'NO DATA SINCE {{time}}',
    exit: 'Leave the wall board',
  },
} as const
