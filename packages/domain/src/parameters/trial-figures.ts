/** What is looked at of the first device, in this order. */
export const trialFigures = [
  'deviation',
  'run_ratio',
  'starts',
  'pull_down',
  'recovery',
  'coil_difference',
  'defrost_count',
  'defrost_minutes',
  'defrost_end',
  'alarms',
] as const
export type TrialFigure = (typeof trialFigures)[number]

export const trialVerdicts = ['good', 'worse', 'unknown'] as const
export type TrialVerdict = (typeof trialVerdicts)[number]
