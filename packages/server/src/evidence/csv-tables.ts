import { priorityOfRank } from '@coldkeep/domain/alarms/priority'
import { minutesOf } from '@coldkeep/domain/analysis/excursions'
import { temperatureMeans } from '@coldkeep/domain/analysis/temperature-figures'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { lengthMinutes, type Period } from '@coldkeep/domain/time/period'
import { percentOf } from '@coldkeep/domain/units'
import { alarmText, eventText, reasonText, stateText } from '../alarms/words/alarm-text'
import { rounded } from '../wording/columns'
import type { CsvCell } from '../wording/csv-text'
import { pointName } from '../wording/point-name'
import type { Words } from '../wording/words'
import type { DeviceEvidence, Evidence, EvidenceAlarm } from './evidence'
import { localInstant } from './time-cells'

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
  const { store, devices } = evidence
  const local = (at: EpochMs | null) => (at === null ? null : localInstant(store.zone, at))
  const head = (...keys: readonly HeadKey[]) => keys.map((key) => words.translate(key))
  const ofDevices = (rowsOf: (device: DeviceEvidence) => readonly Row[]) =>
    devices.flatMap((device) => rowsOf(device).map((row) => [device.deviceId, device.name, ...row]))
  const between = ({ startAt, endAt }: Period) => [local(startAt), local(endAt)]
  const alarms = alarmsOf(evidence)
  return [
    { path: 'detail.csv', rows: [detailHead(words), ...ofDevices((device) => detailRows(device, words))] },
    {
      path: 'excursions.csv',
      rows: [
        head(
          ...deviceKeys,
          'evidence.from',
          'evidence.until',
          'protection.excursion',
          'evidence.peak',
          'evidence.limit',
          'protection.degreeMinutes',
        ),
        ...ofDevices(({ excursions }) =>
          excursions.map((one) => [
            ...between(one),
            rounded(one.minutes, 1),
            rounded(one.extremeC, 2),
            one.limitC,
            rounded(one.degreeMinutes, 1),
          ]),
        ),
      ],
    },
    {
      path: 'gaps.csv',
      rows: [
        head(...deviceKeys, 'evidence.from', 'evidence.until', 'evidence.gapMinutes'),
        ...ofDevices(({ gaps }) => gaps.map((gap) => [...between(gap), rounded(lengthMinutes(gap), 1)])),
      ],
    },
    {
      path: 'defrosts.csv',
      rows: [
        head(...deviceKeys, 'evidence.defrosts', 'evidence.from', 'evidence.until', 'evidence.duration'),
        ...ofDevices(({ days }) =>
          days.flatMap(({ defrosts, masks }) => [
            ...defrosts.map((one) => defrostRow('devices.kind.defrost', one)),
            ...masks.map((one) => defrostRow('evidence.legendMask', one)),
          ]),
        ),
      ],
    },
    {
      path: 'alarms.csv',
      rows: [
        head(
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
          local(alarm.startedAt),
          local(alarm.returnedAt ?? alarm.clearedAt),
          local(alarm.acknowledgedAt),
          alarm.acknowledgedBy,
        ]),
      ],
    },
    {
      path: 'alarm-history.csv',
      rows: [
        head(
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
            local(at),
            local(recordedAt),
            eventText(kind, words),
            accountName ?? words.translate('evidence.system'),
            reasonText(reason, accountName !== null, words),
          ]),
        ),
      ],
    },
    {
      path: 'calibrations.csv',
      rows: [
        head(
          ...deviceKeys,
          'evidence.probeId',
          'evidence.probe',
          'evidence.measures',
          'evidence.checkedOn',
          'evidence.checkedBy',
          'evidence.certificate',
        ),
        ...ofDevices(({ probes }) =>
          probes.map(({ pointId, name, kind, calibration }) => [
            pointId,
            pointName(name, words.translate),
            words.translate(`devices.kind.${kind}`),
            calibration?.checkedOn ?? words.translate('evidence.noCalibration'),
            calibration?.checkedBy ?? null,
            calibration?.certificate ?? null,
          ]),
        ),
      ],
    },
  ]

  function defrostRow(kind: 'devices.kind.defrost' | 'evidence.legendMask', one: Period): Row {
    return [words.translate(kind), ...between(one), rounded(lengthMinutes(one), 1)]
  }
}

const deviceKeys = ['evidence.deviceId', 'evidence.device'] as const

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
    // Excursions of a device of which nothing is known are not none, they are unknown.
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
