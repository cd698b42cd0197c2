import type { listAlarms } from '@coldkeep/contract/areas/alarms'
import type { Answer } from '@coldkeep/contract/call'
import { formatInstant } from '@coldkeep/phrases/format'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Button } from '../../kit/Button'
import { IconButton } from '../../kit/IconButton'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { TableSearch } from '../../kit/table/TableSearch'
import { useText } from '../../kit/text'
import { PriorityCell } from '../../parts/PriorityCell'
import { tableRows } from '../../parts/table-rows'
import { useAddressView } from '../../parts/use-address-view'
import { paths } from '../../site/paths'
import type { AlarmAct } from './AlarmDialog'
import { AlarmVerdict } from './AlarmVerdict'
import {
  type AlarmEntry,
  ageText,
  lookOf,
  mayAcknowledge,
  placeText,
  stateWords,
  verdictText,
} from './alarm-words'
import styles from './alarms.module.css'
import { ReportRepair } from './ReportRepair'

const NAME = 't1'
const PAGE_SIZE = 20
const acts = ['comment', 'assign', 'shelve'] as const

export interface AlarmTableProps {
  readonly answer: UseQueryResult<Answer<typeof listAlarms>>
  readonly onAct: (act: AlarmAct, alarms: readonly AlarmEntry[]) => void
  readonly onHistory: (alarm: AlarmEntry) => void
}

/** The alarms of an answer, the most urgent first, with buttons for the chosen ones. */
export function AlarmTable({ answer, onAct, onHistory }: AlarmTableProps) {
  const t = useText()
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const columns = useColumns(answer.dataUpdatedAt)
  const alarms = answer.data?.alarms ?? []
  const chosen = alarms.filter((alarm) => keys.has(String(alarm.id)))
  const noneChosen = chosen.length === 0 ? t('handling.chooseFirst') : null

  return (
    <DataTable
      title={t('handling.table')}
      tableKey="alarms"
      columns={columns}
      rows={tableRows(answer, alarms)}
      rowKey={(alarm) => String(alarm.id)}
      filterColumn="priority"
      pageSize={PAGE_SIZE}
      view={useAddressView(NAME, columns, PAGE_SIZE)}
      empty={{ title: t('handling.none') }}
      selection={{
        of: 'several',
        keys,
        onChange: setKeys,
        nameOf: (alarm) => t('handling.choose', { alarm: `${placeText(alarm, t)}, ${alarm.text}` }),
      }}
      rowActions={(alarm) => (
        <span className={styles.rowActions}>
          <AlarmVerdict alarm={alarm} look="icons" />
          {mayAcknowledge(alarm) && (
            <IconButton
              size="small"
              icon="check"
              label={t('handling.acknowledgeOne', { alarm: placeText(alarm, t) })}
              onClick={() => onAct('acknowledge', [alarm])}
            />
          )}
          <IconButton
            size="small"
            icon="clock"
            label={t('handling.historyOf', { alarm: placeText(alarm, t) })}
            onClick={() => onHistory(alarm)}
          />
        </span>
      )}
      tools={<TableSearch />}
    >
      <Button
        size="small"
        variant="primary"
        icon="check"
        disabledReason={
          noneChosen ?? (chosen.some(mayAcknowledge) ? null : t('handling.nothingToAcknowledge'))
        }
        onClick={() => onAct('acknowledge', chosen.filter(mayAcknowledge))}
      >
        {t('handling.acknowledge')}
      </Button>
      {acts.map((act) => (
        <Button key={act} size="small" disabledReason={noneChosen} onClick={() => onAct(act, chosen)}>
          {t(`handling.${act}`)}
        </Button>
      ))}
      <ReportRepair alarms={chosen} />
    </DataTable>
  )
}

/** @param now for the ages; the time of the answer, so that a table does not change on its own */
function useColumns(now: number): readonly Column<AlarmEntry>[] {
  const t = useText()
  return useMemo((): Column<AlarmEntry>[] => {
    const priorityWord = ({ priority }: AlarmEntry) => t(`kit.alarm.${priority}`)
    return [
      {
        key: 'place',
        title: t('handling.place'),
        kind: 'text',
        value: (alarm) => placeText(alarm, t),
        href: ({ device, store }) =>
          device === null
            ? paths.withSearch(paths.alarms, { store: String(store.id) })
            : paths.device(device.id),
      },
      {
        key: 'priority',
        title: t('handling.priority'),
        kind: 'status',
        value: priorityWord,
        cell: (alarm) => (
          <PriorityCell priority={alarm.priority} word={priorityWord(alarm)} state={lookOf(alarm)} />
        ),
      },
      {
        key: 'what',
        title: t('handling.what'),
        kind: 'text',
        widthPx: 380,
        value: (alarm) => alarm.text,
        cell: (alarm) => <What alarm={alarm} />,
      },
      {
        key: 'since',
        title: t('handling.since'),
        kind: 'time',
        value: (alarm) => alarm.startedAt,
        cell: (alarm) => `${formatInstant(alarm.startedAt, alarm.store.zone)} · ${ageText(alarm, now, t)}`,
      },
      {
        key: 'state',
        title: t('handling.stateTitle'),
        kind: 'status',
        value: (alarm) => t(stateWords[alarm.state]),
        cell: (alarm) => <StateCell alarm={alarm} />,
      },
      { key: 'assigned', title: t('handling.assigned'), kind: 'text', value: (alarm) => alarm.assignedTo },
      { key: 'count', title: t('handling.count'), kind: 'number', value: (alarm) => alarm.count },
    ]
  }, [t, now])
}

function What({ alarm }: { alarm: AlarmEntry }) {
  const t = useText()
  const notes = [
    ...(alarm.isLate ? [t('handling.late')] : []),
    ...(alarm.isChattering ? [t('handling.chattering')] : []),
    ...(alarm.verdict === null ? [] : [verdictText(alarm.verdict, t)]),
    ...(alarm.hidden > 0 ? [t('handling.hidden', { count: alarm.hidden })] : []),
  ]
  return (
    <span className={styles.what}>
      <span>{alarm.text}</span>
      {alarm.advice !== '' && <span className={styles.advice}>{alarm.advice}</span>}
      {notes.length > 0 && <span className={styles.notes}>{notes.join(' · ')}</span>}
    </span>
  )
}

function StateCell({ alarm }: { alarm: AlarmEntry }) {
  const t = useText()
  const { acknowledgedAt, acknowledgedBy, shelvedUntil, store } = alarm
  const detail =
    alarm.state === 'shelved' && shelvedUntil !== null
      ? t('handling.until', { time: formatInstant(shelvedUntil, store.zone) })
      : acknowledgedAt === null
        ? null
        : `${acknowledgedBy ?? ''} ${formatInstant(acknowledgedAt, store.zone)}`
  return (
    <span className={styles.what}>
      <span>{t(stateWords[alarm.state])}</span>
      {detail !== null && <span className={styles.notes}>{detail}</span>}
    </span>
  )
}
