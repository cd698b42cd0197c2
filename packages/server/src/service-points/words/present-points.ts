import type { PointApplication } from '@coldkeep/contract/areas/point-applications'
import type { PointDetailRow, PointGrant, ServicePoints } from '@coldkeep/contract/areas/service-points'
import { lastDayOf } from '@coldkeep/domain/service-points/credit-month'
import { type ServiceId, type Subservice, serviceOf, services } from '@coldkeep/domain/service-points/service'
import type { Translate } from '@coldkeep/phrases/keys'
import type { Selectable } from 'kysely'
import type { CreditTables } from '../../db/credit-tables'
import type { TableHead, TableRow } from '../../wording/table-csv'
import type { ApplicationRow } from '../application-queries'
import type { DetailEntry } from '../detail-queries'
import type { Balance } from '../statement-queries'

export function serviceTitle(serviceId: ServiceId, translate: Translate): string {
  return translate(`pointWords.service.${serviceId}`)
}

export function partTitle(subservice: Subservice, translate: Translate): string {
  return translate(`pointWords.part.${subservice}`)
}

/** All services, those of which a chain has no points included. */
export function presentServices(
  balances: readonly Balance[],
  usedByStore: ReadonlyMap<Subservice, number> | null,
  translate: Translate,
): ServicePoints[] {
  return services.map(({ id, subservices }) => ({
    serviceId: id,
    serviceType: String(id),
    name: serviceTitle(id, translate),
    unit: translate('pointWords.unit'),
    subservices: subservices.map((subservice) => {
      const found = balances.find((balance) => balance.subservice === subservice)
      const { free = 0, held = 0, spent = 0, owed = 0 } = found ?? {}
      return {
        subservice,
        title: partTitle(subservice, translate),
        points: [{ total: free + held + spent, used: spent, unused: free, reserved: held }],
        owed,
        usedByStore: usedByStore === null ? null : (usedByStore.get(subservice) ?? 0),
      }
    }),
  }))
}

export function presentDetail(entry: DetailEntry, translate: Translate): PointDetailRow {
  const { creditEntryId: id, kind, at, storeName, zone, subservice, points, owed, detail, grants } = entry
  const { terminalId = null, serial = null, beganAt = null, endedAt = null } = detail
  return {
    ...{ id, kind, at, storeName, zone, terminalId, serial, beganAt, endedAt, points, owed },
    part: partTitle(subservice, translate),
    person: entry.accountName,
    result: resultText(entry, translate),
    grants: [...grants],
    isCorrected: entry.isCorrected,
  }
}

function resultText({ kind, points, owed, detail }: DetailEntry, translate: Translate): string {
  if (kind === 'correct')
    return translate('pointWords.result.corrected', { count: points, reason: detail.reason ?? '' })
  if (points === 0) return translate('pointWords.result.free')
  if (owed > 0) return translate('pointWords.result.owed', { count: points, owed })
  return translate('pointWords.result.deducted', { count: points })
}

/** The columns of a service in files; 1 and 3 as specified, the others what they have. */
export function detailHead(serviceId: ServiceId, translate: Translate): TableHead {
  const column = (key: DetailColumn) => ({
    value: translate(`pointWords.column.${key}`),
    kind: key === 'time' || key === 'began' || key === 'ended' ? ('time' as const) : ('text' as const),
  })
  return { header: columnsOf(serviceId).map(column), filterIndex: null }
}

type DetailColumn =
  | 'time'
  | 'store'
  | 'part'
  | 'terminal'
  | 'serial'
  | 'began'
  | 'ended'
  | 'person'
  | 'result'
  | 'grants'

function columnsOf(serviceId: ServiceId): readonly DetailColumn[] {
  if (serviceId === 1) return ['time', 'store', 'terminal', 'serial', 'result', 'grants']
  if (serviceId === 3) return ['time', 'store', 'began', 'ended', 'person', 'result', 'grants']
  return ['time', 'store', 'part', 'person', 'result', 'grants']
}

export function detailLines(
  entries: readonly DetailEntry[],
  serviceId: ServiceId,
  translate: Translate,
): TableRow[] {
  return entries.map((entry) => {
    const row = presentDetail(entry, translate)
    const cells: Readonly<Record<DetailColumn, string | number | null>> = {
      time: row.at,
      store: row.storeName,
      part: row.part,
      terminal: row.terminalId,
      serial: row.serial,
      began: row.beganAt,
      ended: row.endedAt,
      person: row.person,
      result: row.result,
      grants: row.grants.map(({ id, points }) => `#${id}: ${points}`).join(', '),
    }
    return { value: columnsOf(serviceId).map((column) => cells[column]) }
  })
}

export function presentGrant(row: Selectable<CreditTables['creditGrant']>, translate: Translate): PointGrant {
  const { creditGrantId: id, subservice, points, leftPoints: left, createdAt, endedAt, endedBy } = row
  const serviceId = serviceOf(subservice)
  return {
    ...{ id, serviceId, points, left, createdAt, endedAt, endedBy },
    service: serviceTitle(serviceId, translate),
    part: partTitle(subservice, translate),
    lastDay: lastDayOf(row.expiresAt),
  }
}

export function presentApplication(
  row: ApplicationRow,
  mayDecide: boolean,
  translate: Translate,
): PointApplication {
  const { company, contact, phone, points, state, requestedAt, decidedAt, decidedBy, reason } = row
  const serviceId = serviceOf(row.subservice)
  return {
    ...{ company, contact, phone, points, state, requestedAt, decidedAt, decidedBy, reason, serviceId },
    id: row.creditApplicationId,
    department: row.departmentName,
    service: serviceTitle(serviceId, translate),
    part: partTitle(row.subservice, translate),
    applicant: row.accountName,
    lastDay: row.expiresAt === null ? null : lastDayOf(row.expiresAt),
    mayDecide: mayDecide && state === 'waiting',
  }
}
