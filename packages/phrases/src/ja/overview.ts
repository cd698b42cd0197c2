export const overview = {
  lowPowerFactor: '力率 {{percent}} 未満',
} as const
