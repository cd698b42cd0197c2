import type { MeasuredHealth } from './health-indicators'

/** Of a day that measured nothing. */
export const NOTHING_MEASURED: MeasuredHealth = Object.freeze({
  coverage: null,
  coveredMinutes: 0,
  periodSeconds: 300,
  deviationK: null,
  recoveryMinutes: null,
  runRatio: null,
  openRunRatio: null,
  closedRunRatio: null,
  closedHours: null,
  startsPerHour: null,
  pullDownKPerMinute: null,
  coilDifferenceK: null,
  superheatK: null,
  restDifferenceK: null,
  doorShare: null,
  energyKwh: null,
  setpointC: null,
  stillMinutes: null,
  moveK: null,
  stepK: null,
  warmCoilMinutes: null,
  plateau: null,
  isBelowSecondProbe: null,
  quiet: null,
})
