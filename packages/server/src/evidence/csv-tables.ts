import type { CsvCell } from '@coldkeep/contract/wire/csv'
import { priorityOfRank } from '@coldkeep/domain/alarms/priority'
import { minutesOf } from '@coldkeep/domain/analysis/excursions'
import { temperatureMeans } from '@coldkeep/domain/analysis/temperature-figures'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { lengthMinutes, type Period } from '@coldkeep/domain/time/period'
import { percentOf } from '@coldkeep/domain/units'
import { alarmText, eventText, reasonText, stateText } from '../alarms/words/alarm-text'
import { rounded } from '../wording/columns'
import { localInstant } from '../wording/local-instant'
import { pointName } from '../wording/point-name'
import type { Words } from '../wording/words'
import { correctionHistoryTable, correctionTable } from './correction-tables'
import type { DeviceEvidence, Evidence, EvidenceAlarm } from './evidence'

type Row = readonly CsvCell[]
type OwnKey =
  | 'deviceId'
  | 'device'
  | 'from'
  | 'until'
  | 'duration'
  | 'peak'
  | 'limit'
  | 'gapMinutes'
  | 'defrosts'
  | 'alarmNumber'
  | 'alarm'
  | 'priority'
  | 'state'
  | 'acknowledgement'
  | 'at'
  | 'recordedAt'
  | 'event'
  | 'by'
  | 'reason'
  | 'probeId'
  | 'probe'
  | 'measures'
  | 'checkedOn'
  | 'checkedBy'
  | 'certificate'
type HeadKey = `evidence.${OwnKey}` | 'protection.excursion' | 'protection.degreeMinutes'

/** A table of a pack: its file, and its rows with the head first. */
export interface PackTable {
  readonly path: string
  readonly rows: readonly Row[]
}

/** Every table beside the samples, in the order in which people read them. */
export function packTables(evidence: Evidence, words: Words): PackTable[] {
  const alarms = alarmsOf(evidence)
  return [
    { path: 'detail.csv', rows: detailTable(evidence, words) },
    { path: 'excursions.csv', rows: excursionTable(evidence, words) },
    { path: 'gaps.csv', rows: gapTable(evidence, words) },
    { path: 'defrosts.csv', rows: defrostTable(evidence, words) },
    { path: 'alarms.csv', rows: alarmTable(alarms, evidence, words) },
    { path: 'alarm-history.csv', rows: historyTable(alarms, evidence, words) },
    { path: 'corrections.csv', rows: correctionTable(evidence, words) },
    { path: 'correction-history.csv', rows: correctionHistoryTable(evidence, words) },
    { path: 'calibrations.csv', rows: calibrationTable(evidence, words) },
  ]
}

function detailTable({ devices }: Evidence, words: Words): Row[] {
  return [detailHead(words), ...ofDevices(devices, (device) => detailRows(device, words))]
}

function excursionTable({ store, devices }: Evidence, words: Words): Row[] {
  return [
    head(
      words,
      ...deviceKeys,
      'evidence.from',
      'evidence.until',
      'protection.excursion',
      'evidence.peak',
      'evidence.limit',
      'protection.degreeMinutes',
    ),
    ...ofDevices(devices, ({ excursions }) =>
      excursions.map((one) => [
        ...between(store, one),
        rounded(one.minutes, 1),
        rounded(one.extremeC, 2),
        one.limitC,
        rounded(one.degreeMinutes, 1),
      ]),
    ),
  ]
}

function gapTable({ store, devices }: Evidence, words: Words): Row[] {
  return [
    head(words, ...deviceKeys, 'evidence.from', 'evidence.until', 'evidence.gapMinutes'),
    ...ofDevices(devices, ({ gaps }) =>
      gaps.map((gap) => [...between(store, gap), rounded(lengthMinutes(gap), 1)]),
    ),
  ]
}

function defrostTable({ store, devices }: Evidence, words: Words): Row[] {
  const rowOf = (kind: 'devices.kind.defrost' | 'evidence.legendMask', one: Period) => [
    words.translate(kind),
    ...between(store, one),
    rounded(lengthMinutes(one), 1),
  ]
  return [
    head(words, ...deviceKeys, 'evidence.defrosts', 'evidence.from', 'evidence.until', 'evidence.duration'),
    ...ofDevices(devices, ({ days }) =>
      days.flatMap(({ defrosts, masks }) => [
        ...defrosts.map((one) => rowOf('devices.kind.defrost', one)),
        ...masks.map((one) => rowOf('evidence.legendMask', one)),
      ]),
    ),
  ]
}

function alarmTable(alarms: readonly EvidenceAlarm[], { store }: Evidence, words: Words): Row[] {
  return [
    head(
      words,
      'evidence.alarmNumber',
      ...deviceKeys,
      'evidence.priority',
      'evidence.alarm',
      'evidence.state',
      'evidence.from',
      'evidence.until',
      'evidence.acknowledgement',
      'evidence.by',
    ),
    ...alarms.map((alarm) => [
      alarm.alarmId,
      alarm.deviceId,
      alarm.deviceName ?? alarm.terminalId,
      words.translate(`alarms.priority.${priorityOfRank(alarm.priority)}`),
      alarmText(alarm, words),
      stateText(alarm.state, words),
      local(store, alarm.startedAt),
      local(store, alarm.returnedAt ?? alarm.clearedAt),
      local(store, alarm.acknowledgedAt),
      alarm.acknowledgedBy,
    ]),
  ]
}

function historyTable(alarms: readonly EvidenceAlarm[], { store }: Evidence, words: Words): Row[] {
  return [
    head(
      words,
      'evidence.alarmNumber',
      'evidence.at',
      'evidence.recordedAt',
      'evidence.event',
      'evidence.by',
      'evidence.reason',
    ),
    ...alarms.flatMap(({ alarmId, history }) =>
      history.map(({ kind, at, recordedAt, accountName, reason }) => [
        alarmId,
        local(store, at),
        local(store, recordedAt),
        eventText(kind, words),
        accountName ?? words.translate('evidence.system'),
        reasonText(reason, accountName !== null, words),
      ]),
    ),
  ]
}

function calibrationTable({ devices }: Evidence, words: Words): Row[] {
  return [
    head(
      words,
      ...deviceKeys,
      'evidence.probeId',
      'evidence.probe',
      'evidence.measures',
      'evidence.checkedOn',
      'evidence.checkedBy',
      'evidence.certificate',
    ),
    ...ofDevices(devices, ({ probes }) =>
      probes.map(({ pointId, name, kind, calibration }) => [
        pointId,
        pointName(name, words.translate),
        words.translate(`devices.kind.${kind}`),
        calibration?.checkedOn ?? words.translate('evidence.noCalibration'),
        calibration?.checkedBy ?? null,
        calibration?.certificate ?? null,
      ]),
    ),
  ]
}

const deviceKeys = ['evidence.deviceId', 'evidence.device'] as const

function head(words: Words, ...keys: readonly HeadKey[]): Row {
  return keys.map((key) => words.translate(key))
}

/** The rows of all devices, each with the device in front. */
function ofDevices(
  devices: readonly DeviceEvidence[],
  rowsOf: (device: DeviceEvidence) => readonly Row[],
): Row[] {
  return devices.flatMap((device) => rowsOf(device).map((row) => [device.deviceId, device.name, ...row]))
}

function between(store: Evidence['store'], { startAt, endAt }: Period): Row {
  return [local(store, startAt), local(store, endAt)]
}

/** On the clock of the store. */
function local({ zone }: Evidence['store'], at: EpochMs | null): string | null {
  return at === null ? null : localInstant(zone, at)
}

/** Those of devices and of terminals together, in the order in which they began. */
export function alarmsOf({ devices, hostAlarms }: Evidence): EvidenceAlarm[] {
  const all = [...devices.flatMap(({ alarms }) => alarms), ...hostAlarms]
  return all.sort((a, b) => a.startedAt - b.startedAt || a.alarmId - b.alarmId)
}

function detailHead({ translate }: Words): Row {
  return [
    translate('evidence.deviceId'),
    translate('evidence.device'),
    translate('evidence.day'),
    translate('protection.zone'),
    translate('protection.insuredUntil'),
    translate('evidence.low'),
    translate('evidence.high'),
    translate('evidence.legalLow'),
    translate('evidence.legalHigh'),
    translate('protection.average'),
    translate('protection.lowest'),
    translate('protection.highest'),
    translate('protection.meanKinetic'),
    translate('protection.excursion'),
    translate('protection.degreeMinutes'),
    translate('protection.longest'),
    translate('evidence.expected'),
    translate('evidence.covered'),
    translate('evidence.gapMinutes'),
    translate('protection.coverage'),
    translate('evidence.maskMinutes'),
    translate('protection.verdictTitle'),
  ]
}

function detailRows({ days }: DeviceEvidence, { translate }: Words): Row[] {
  return days.map(({ on, zone, insuredUntil, limits, sums, gaps, masks }) => {
    const means = temperatureMeans(sums, limits.activationKjPerMol)
    // Excursions of a device without readings are not none, they are unknown.
    const known = (value: number) => (sums.coveredMinutes === 0 ? null : value)
    return [
      on,
      translate(`devices.zone.${zone}`),
      insuredUntil,
      limits.insuredLowC,
      limits.insuredHighC,
      limits.legalLowC,
      limits.legalHighC,
      rounded(means.averageC, 2),
      rounded(sums.lowestC, 2),
      rounded(sums.highestC, 2),
      rounded(means.meanKineticC, 2),
      rounded(known(sums.excursionMinutes), 1),
      rounded(known(sums.degreeMinutes), 1),
      rounded(known(sums.longestExcursionMinutes), 1),
      rounded(sums.expectedMinutes, 1),
      rounded(sums.coveredMinutes, 1),
      rounded(minutesOf(gaps), 1),
      percentOf(means.coverage),
      rounded(minutesOf(masks), 1),
      translate(`protection.verdict.${sums.verdict}`),
    ]
  })
}
