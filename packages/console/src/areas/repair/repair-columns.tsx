import { formatInstant, NO_VALUE } from '@coldkeep/phrases/format'
import { useMemo } from 'react'
import { StatusTag } from '../../kit/StatusTag'
import type { Column } from '../../kit/table/column'
import { useText } from '../../kit/text'
import { useNarrow } from '../../kit/use-narrow'
import { paths } from '../../site/paths'
import { ProgressTag } from './ProgressTag'
import type { RepairCaseEntry } from './repair-choice'

/** What a card of a phone leaves to the record. */
const LEFT_TO_RECORD = ['storeNumber', 'zone', 'code']

/**
 * The columns that the table of cases has by the specification, and who looks after a case.
 * @param hrefOf where the record of a case is
 */
export function useRepairColumns(
  hrefOf: (row: RepairCaseEntry) => string,
): readonly Column<RepairCaseEntry>[] {
  const t = useText()
  const narrow = useNarrow()
  return useMemo(() => {
    const columns: Column<RepairCaseEntry>[] = [
      {
        key: 'ticket',
        title: t('repair.ticket'),
        kind: 'text',
        value: ({ ticket }) => ticket,
        href: hrefOf,
      },
      {
        key: 'reportTime',
        title: t('repair.reportTime'),
        kind: 'time',
        value: ({ reportTime }) => reportTime,
        cell: ({ reportTime, store }) => formatInstant(reportTime, store.zone),
      },
      { key: 'storeNumber', title: t('repair.storeNumber'), kind: 'text', value: (row) => row.storeNumber },
      { key: 'store', title: t('shell.words.store'), kind: 'text', value: ({ store }) => store.name },
      {
        key: 'equipment',
        title: t('repair.equipment'),
        kind: 'text',
        value: ({ equipment }) => equipment?.name ?? null,
        href: ({ equipment }) => (equipment === null ? null : paths.device(equipment.id)),
      },
      { key: 'zone', title: t('repair.zone'), kind: 'text', value: (row) => row.temperatureZone },
      {
        key: 'fault',
        title: t('repair.fault'),
        kind: 'text',
        value: ({ fault }) => fault,
        widthPx: 320,
        wraps: 'words',
      },
      { key: 'code', title: t('repair.code'), kind: 'text', value: (row) => row.equipmentCode },
      {
        key: 'progress',
        title: t('repair.progress'),
        kind: 'status',
        value: ({ progress }) => progress.title,
        cell: ({ progress, closeProposedAt }) => (
          <>
            <ProgressTag progress={progress} />
            {closeProposedAt !== null && (
              <div>
                <StatusTag status="waiting" word={t('repair.proposal.proposed')} />
              </div>
            )}
          </>
        ),
      },
      {
        key: 'assignee',
        title: t('repair.assignee'),
        kind: 'text',
        value: ({ assignee }) => assignee?.name ?? null,
        cell: ({ assignee }) =>
          assignee === null || assignee.seesCase ? (
            (assignee?.name ?? NO_VALUE)
          ) : (
            <>
              {assignee.name}
              <div>
                <StatusTag status="failed" word={t('repair.unseen')} />
              </div>
            </>
          ),
      },
    ]
    return narrow ? columns.filter(({ key }) => !LEFT_TO_RECORD.includes(key)) : columns
  }, [t, narrow, hrefOf])
}
