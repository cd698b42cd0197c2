import type { WirePhoto } from '@coldkeep/contract/areas/photos'
import type { RepairCaseRow, RepairDetail, WireRepairEvent } from '@coldkeep/contract/areas/repair'
import { arrivedAt, type Labour, labourMinutes, ticketOf } from '@coldkeep/domain/repair/repair-case'
import { epochMs } from '@coldkeep/domain/time/instant'
import { formatInstant, formatMinutes, formatNumber } from '@coldkeep/phrases/format'
import type { ShownAlarm } from '../../alarms/shown-alarm-queries'
import { alarmText } from '../../alarms/words/alarm-text'
import { clockText } from '../../wording/time-text'
import type { Words } from '../../wording/words'
import type { RepairCase } from '../case-queries'
import type { RepairEvent } from '../event-queries'
import type { CaseInsight } from '../read-insight'
import { helpLines } from './help-lines'
import { presentInsight } from './present-insight'
import { stepTitle } from './step-title'

/** @param isUnseen its assignee may not see it */
export function presentRow(row: RepairCase, isUnseen: boolean, words: Words): RepairCaseRow {
  return {
    id: row.repairCaseId,
    ticket: ticketOf(row.repairCaseId),
    reportTime: row.reportedAt,
    storeNumber: row.storeCode,
    store: {
      ...{ id: row.storeId, code: row.code, name: row.storeName, zone: row.timeZone },
      departmentId: row.departmentId,
      phone: row.phone,
    },
    equipment:
      row.deviceId === null || row.deviceName === null ? null : { id: row.deviceId, name: row.deviceName },
    temperatureZone: row.deviceZone === null ? '' : words.translate(`devices.zone.${row.deviceZone}`),
    fault: row.fault,
    equipmentCode: row.terminalId === null ? '' : `${row.terminalId} / ${row.unitId}`,
    progress: { id: row.repairProgressId, title: stepTitle(row, words), phase: row.phase },
    assignee:
      row.assigneeId === null || row.assigneeName === null
        ? null
        : { id: row.assigneeId, name: row.assigneeName, seesCase: !isUnseen },
    closedAt: row.closedAt,
    closeProposedAt: row.closedAt === null ? row.closeProposedAt : null,
  }
}

/** What a case has beside its row. */
export interface CaseParts {
  readonly events: readonly RepairEvent[]
  /** As far as its reader may see them. */
  readonly alarms: readonly ShownAlarm[]
  readonly photos: readonly WirePhoto[]
  readonly insight: CaseInsight
  /** Its assignee may not see it, or not any more. */
  readonly isUnseen: boolean
}

export function presentCase(
  row: RepairCase,
  { events, alarms, photos, insight, isUnseen }: CaseParts,
  words: Words,
): RepairDetail {
  const labour = events.flatMap((event): Labour[] => (event.kind === 'labour' ? [timesOf(event.detail)] : []))
  return {
    case: {
      ...presentRow(row, isUnseen, words),
      reportedBy: row.reportedBy,
      cause: row.cause,
      key: row.key,
      revision: row.revision,
    },
    photos: [...photos],
    alarms: alarms.map((alarm) => ({
      id: alarm.alarmId,
      text: alarmText(alarm, words),
      startedAt: alarm.startedAt,
      isOpen: alarm.clearedAt === null,
    })),
    history: events.map((event) => presentEvent(event, row, alarms, words)),
    labourMinutes: labourMinutes(labour),
    arrivedAt: arrivedAt(labour),
    ...presentInsight(row, insight, words),
  }
}

function presentEvent(
  event: RepairEvent,
  row: RepairCase,
  alarms: readonly ShownAlarm[],
  words: Words,
): WireRepairEvent {
  const { kind, happenedAt: at, receivedAt, accountName: by } = event
  return { kind, lines: linesOf(event, row, alarms, words), at, receivedAt, by }
}

function linesOf(
  event: RepairEvent,
  { timeZone }: RepairCase,
  alarms: readonly ShownAlarm[],
  words: Words,
): string[] {
  const { language, translate } = words
  switch (event.kind) {
    case 'reported':
      return [event.detail.fault]
    case 'alarm': {
      const ids = new Set(event.detail.alarms)
      return alarms.filter(({ alarmId }) => ids.has(alarmId)).map((alarm) => alarmText(alarm, words))
    }
    case 'progress':
      return [stepTitle(event.detail, words)]
    case 'assigned':
      return [event.detail.name ?? translate('repair.nobody')]
    case 'cause':
      return [event.detail.cause]
    case 'note':
      return [event.detail.text]
    case 'labour': {
      const labour = timesOf(event.detail)
      const length = formatMinutes(translate, labourMinutes([labour]))
      const times = `${formatInstant(labour.from, timeZone)} – ${clockText(timeZone, labour.to)}`
      return [`${labour.who}: ${times} (${length})`]
    }
    case 'part': {
      const { name, number, quantity } = event.detail
      const named = number === '' ? name : `${name} (${number})`
      return [`${formatNumber(language, quantity)} × ${named}`]
    }
    case 'help':
      return helpLines(event.detail, words)
    case 'close_proposed': {
      const since = formatInstant(event.detail.quietSince, timeZone)
      return [translate('repair.proposal.since', { time: since })]
    }
    case 'close_withdrawn':
      return [translate(`repair.proposal.because.${event.detail.because}`)]
  }
}

function timesOf({ who, from, to }: Labour): Labour {
  return { who, from: epochMs(from), to: epochMs(to) }
}
