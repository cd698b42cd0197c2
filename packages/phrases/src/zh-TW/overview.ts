export const overview = {
  lowPowerFactor: '功率因數低於 {{percent}}',
} as const
