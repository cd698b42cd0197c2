/** Home, the wall board, and what the console itself says on analysis pages. */
export const overview = {
  lowPowerFactor: 'Power factor below {{percent}}',
} as const
