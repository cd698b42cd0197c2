import { deviceFaults } from '@coldkeep/simulator/faults'
import {
  alarmFigures,
  type EpisodeFigures,
  episodeFigures,
  falseFigures,
  hidden,
  precisionOf,
  severeFrom,
} from './figures'
import type { JudgedDevice } from './judge-device'

const columns = [
  'fault',
  'severity',
  'episodes',
  'detected',
  'recall',
  'lead d',
  'of',
  'delay d',
  'hint',
] as const
const widths = [18, 8, 8, 8, 6, 6, 4, 7, 5]

/** The table of faults and the figures under it. */
export function printFigures(devices: readonly JudgedDevice[]): void {
  const faulty = devices.filter((device) => device.fault !== null)
  const isSevere = ({ fault }: JudgedDevice) => (fault?.severity ?? 0) >= severeFrom
  console.log(`\n${row(columns)}`)
  for (const severe of [true, false]) {
    for (const fault of deviceFaults) {
      const episodes = faulty.filter((device) => device.fault?.kind === fault && isSevere(device) === severe)
      if (episodes.length > 0)
        console.log(figureRow(fault, severe ? '>= 0.85' : '0.35', episodeFigures(episodes)))
    }
  }
  const all = episodeFigures(faulty)
  const counted = episodeFigures(
    faulty.filter((device) => isSevere(device) && !hidden.has(device.fault?.kind ?? '')),
  )
  const falses = falseFigures(devices)
  console.log(`
recall at severity >= 0.85, probes that read low left out  ${percent(counted.recall)} (${counted.detected} of ${counted.episodes})
precision                                                  ${percent(precisionOf(all, falses))}
false warnings per 1000 device-days                        ${falses.per1000DeviceDays.toFixed(2)} (${falses.warnings} in ${falses.deviceDays})
healthy score: one in 200 below, median                    ${digit(falses.healthyLow)}, ${digit(falses.healthyMedian)}
device-scores per second and core                          ${scoresPerSecond(devices).toFixed(0)}`)
  printAlarms(devices)
}

/** Temperature alarms of the air: rules that forgive defrosts, against limits that do not. */
function printAlarms(devices: readonly JudgedDevice[]): void {
  const { nuisance, plainNuisance, deviceDays, trueFaults, inTime } = alarmFigures(devices)
  const per1000 = (count: number) => ((1000 * count) / deviceDays).toFixed(1)
  const fewer = plainNuisance === 0 ? null : 1 - nuisance / plainNuisance
  console.log(`
temperature alarms of healthy devices per 1000 device-days
  as soon as a limit is broken                             ${per1000(plainNuisance)}
  with report time and defrosts forgiven                   ${per1000(nuisance)} (${percent(fewer)} fewer)
faults that made food unsafe, told by the air in time      ${inTime} of ${trueFaults}`)
}

function figureRow(fault: string, severity: string, figures: EpisodeFigures): string {
  const { episodes, detected, recall, medianLeadDays, foodBeyond, medianDelayDays, hintedRight } = figures
  return row([
    fault.replaceAll('_', ' '),
    severity,
    String(episodes),
    String(detected),
    percent(recall),
    digit(medianLeadDays),
    String(foodBeyond),
    digit(medianDelayDays),
    percent(hintedRight),
  ])
}

function row(cells: readonly string[]): string {
  return cells
    .map((cell, index) => (index === 0 ? cell.padEnd(widths[index]!) : cell.padStart(widths[index]!)))
    .join('  ')
}

function scoresPerSecond(devices: readonly JudgedDevice[]): number {
  const count = devices.reduce((sum, device) => sum + device.scoreCount, 0)
  return (1000 * count) / devices.reduce((sum, device) => sum + device.scoringMs, 0)
}

function percent(share: number | null): string {
  return share === null ? '-' : `${Math.round(100 * share)} %`
}

function digit(value: number | null): string {
  return value === null ? '-' : value.toFixed(1)
}
