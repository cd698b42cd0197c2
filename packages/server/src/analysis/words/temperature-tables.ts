import type { WireTable } from '@coldkeep/contract/wire/table'
import type { FigureValues } from '@coldkeep/domain/analysis/figures'
import { expiryOf } from '@coldkeep/domain/analysis/insured-coverage'
import {
  protectedDayRate,
  type VerdictCounts,
  worstVerdict,
} from '@coldkeep/domain/analysis/protection-verdict'
import { type TemperatureSums, temperatureMeans } from '@coldkeep/domain/analysis/temperature-figures'
import { ACTIVATION_KJ_PER_MOL } from '@coldkeep/domain/analysis/zone-limits'
import { percentOf } from '@coldkeep/domain/units'
import { extentIn, type TableExtent } from '../../filters/first-stores'
import {
  celsiusColumn,
  minutesColumn,
  numberColumn,
  percentColumn,
  rounded,
  statusColumn,
  textColumn,
} from '../../wording/columns'
import { storesInOrder } from '../../wording/name-order'
import type { TableHead, TableRow } from '../../wording/table-csv'
import type { Words } from '../../wording/words'
import type { DeviceTemperatureDay, DeviceTemperatures, StoreExpiry } from '../shown-temperature-queries'
import { tableTitle } from './table-title'

const PAGE_SIZE = 10
/** Nothing has a verdict: not a rate of zero. */
const NO_DAYS: VerdictCounts = { breach: 0, watch: 0, protected: 0, no_data: 0 }

/** The insurance of one store, and how it was kept in the period. */
export interface StoreInsurance extends StoreExpiry {
  /** Null: no insured device has figures in the period. */
  readonly days: VerdictCounts | null
  /** What was chosen for its insurance; `undefined` where it is as usual. */
  readonly chosen: FigureValues | undefined
}

/** One row per insured store, those that run out first on top. */
export function expiryTable(stores: readonly StoreInsurance[], extent: TableExtent, words: Words): WireTable {
  return {
    title: tableTitle(words.translate('protection.expiryTable'), extent, words),
    ...expiryTableHead(words),
    data: expiryRows(stores, words),
    pageSize: PAGE_SIZE,
    ...extentIn('rows', extent),
  }
}

export function expiryTableHead({ translate }: Words): TableHead {
  return {
    header: [
      textColumn(translate('analysis.connection.storeNumber')),
      textColumn(translate('analysis.connection.store')),
      numberColumn(translate('protection.insuredDevices'), 0),
      { value: translate('protection.insuredUntil'), kind: 'date' },
      numberColumn(translate('protection.daysLeft'), 0),
      statusColumn(translate('protection.status')),
      percentColumn(translate('protection.protectedDays')),
      numberColumn(translate('protection.breaches'), 0),
    ],
    filterIndex: 5,
  }
}

/** By days left, then by the numbers of the stores. */
export function expiryRows(stores: readonly StoreInsurance[], { translate, language }: Words): TableRow[] {
  const { compare } = new Intl.Collator(language, { numeric: true })
  return stores
    .map((insurance) => ({
      ...insurance,
      expiry: expiryOf(insurance.lastOn, insurance.today, insurance.chosen),
    }))
    .sort((a, b) => a.expiry.daysLeft - b.expiry.daysLeft || compare(a.store.code, b.store.code))
    .map(({ store, insuredDevices, lastOn, expiry, days }) => ({
      id: String(store.storeId),
      value: [
        store.code,
        store.name,
        insuredDevices,
        lastOn,
        expiry.daysLeft,
        translate(`protection.expiry.${expiry.status}`),
        percentOf(protectedDayRate(days ?? NO_DAYS)),
        days?.breach ?? null,
      ],
      drill: { departmentId: String(store.departmentId), storeId: String(store.storeId) },
    }))
}

/** One row per insured device over the whole period. */
export function periodTable(
  devices: readonly DeviceTemperatures[],
  extent: TableExtent,
  words: Words,
): WireTable {
  return {
    title: tableTitle(words.translate('protection.deviceTable'), extent, words),
    ...periodTableHead(words),
    data: periodRows(devices, words),
    pageSize: PAGE_SIZE,
    ...extentIn('stores', extent),
  }
}

export function periodTableHead(words: Words): TableHead {
  const { translate } = words
  return {
    header: [
      textColumn(translate('analysis.connection.store')),
      textColumn(translate('analysis.connection.device')),
      textColumn(translate('protection.zone')),
      ...figureColumns(words),
    ],
    filterIndex: 11,
  }
}

/** By the names of stores and devices. */
export function periodRows(
  devices: readonly DeviceTemperatures[],
  { language, translate }: Words,
): TableRow[] {
  return storesInOrder(devices, language)
    .flat()
    .map((device) => ({
      id: String(device.deviceId),
      tag: worstVerdict(device.days),
      value: [
        device.store.name,
        device.deviceName,
        translate(`devices.zone.${device.zone}`),
        ...figureCells(device),
        translate(`protection.verdict.${worstVerdict(device.days)}`),
      ],
      drill: drillOf(device),
    }))
}

/** One row per insured device of a store on one day. */
export function dayTable(devices: readonly DeviceTemperatureDay[], title: string, words: Words): WireTable {
  const { translate } = words
  return {
    title,
    header: [
      textColumn(translate('analysis.connection.device')),
      textColumn(translate('protection.zone')),
      { value: translate('protection.insuredUntil'), kind: 'date' },
      ...figureColumns(words),
    ],
    data: storesInOrder(devices, words.language)
      .flat()
      .map((device) => ({
        id: String(device.deviceId),
        tag: device.verdict,
        value: [
          device.deviceName,
          translate(`devices.zone.${device.zone}`),
          device.insuredUntil,
          ...figureCells(device),
          translate(`protection.verdict.${device.verdict}`),
        ],
        drill: drillOf(device),
      })),
    pageSize: PAGE_SIZE,
    filterIndex: 11,
  }
}

function figureColumns({ translate }: Words) {
  return [
    celsiusColumn(translate('protection.average')),
    celsiusColumn(translate('protection.lowest')),
    celsiusColumn(translate('protection.highest')),
    celsiusColumn(translate('protection.meanKinetic')),
    minutesColumn(translate('protection.excursion')),
    numberColumn(translate('protection.degreeMinutes'), 1, 'K·min'),
    minutesColumn(translate('protection.longest')),
    percentColumn(translate('protection.coverage')),
    statusColumn(translate('protection.verdictTitle')),
  ]
}

/** Excursions of a device without readings are not none, they are unknown. */
function figureCells(sums: TemperatureSums): (number | null)[] {
  const means = temperatureMeans(sums, ACTIVATION_KJ_PER_MOL)
  const known = (value: number) => (sums.coveredMinutes === 0 ? null : value)
  return [
    rounded(means.averageC, 1),
    rounded(sums.lowestC, 1),
    rounded(sums.highestC, 1),
    rounded(means.meanKineticC, 1),
    rounded(known(sums.excursionMinutes), 0),
    rounded(known(sums.degreeMinutes), 1),
    rounded(known(sums.longestExcursionMinutes), 0),
    percentOf(means.coverage),
  ]
}

function drillOf({ store, deviceId }: DeviceTemperatures | DeviceTemperatureDay) {
  return {
    departmentId: String(store.departmentId),
    storeId: String(store.storeId),
    deviceId: String(deviceId),
  }
}
