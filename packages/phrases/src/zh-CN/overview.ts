export const overview = {
  lowPowerFactor: '功率因数低于 {{percent}}',
} as const
