import {
  discardQuarantined,
  listQuarantine,
  quarantineReasons,
  releaseQuarantined,
} from '@coldkeep/contract/areas/field-health'
import type { Answer } from '@coldkeep/contract/call'
import { formatNumber } from '@coldkeep/phrases/format'
import { useState } from 'react'
import { ListScreen } from '../../archetypes/list/ListScreen'
import { useListScreen } from '../../archetypes/list/use-list-screen'
import { Button } from '../../kit/Button'
import { SelectField } from '../../kit/field/SelectField'
import { IconButton } from '../../kit/IconButton'
import { DataTable } from '../../kit/table/DataTable'
import { useLanguage, useText } from '../../kit/text'
import { PlaceFilter, usePlace } from '../../parts/PlaceFilter'
import { useAddress } from '../../parts/use-address'
import { useWhyNot } from '../../site/use-why-not'
import { ConflictTable } from './ConflictTable'
import { MessageDialog, type QuarantineEntry } from './MessageDialog'
import { type QuarantineAct, QuarantineActDialog } from './QuarantineActDialog'
import { useQuarantineColumns } from './quarantine-columns'

const REFRESH_MS = 30_000
const PAGE_SIZE = 20
const rowsOf = (answer: Answer<typeof listQuarantine>) => answer.messages

/** What terminals sent and could not be stored, to be looked at, released or discarded. */
export function QuarantinePage() {
  const t = useText()
  const [parameters, changeAddress] = useAddress()
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const [acting, setActing] = useState<QuarantineAct | null>(null)
  const [looked, setLooked] = useState<QuarantineEntry | null>(null)
  const whyNot = useWhyNot()
  const columns = useQuarantineColumns()
  const place = usePlace()
  const reason = quarantineReasons.find((one) => one === parameters.reason) ?? ('all' as const)
  const list = useListScreen({
    list: listQuarantine,
    query: (search) => ({ ...place, reason, search }),
    rowsOf,
    pageSize: PAGE_SIZE,
    filters: ['reason'],
    isFiltered: reason !== 'all',
    refreshMs: REFRESH_MS,
  })
  const conflicts = list.data?.conflicts ?? []
  const chosen = list.rows.filter((message) => keys.has(String(message.id)))
  const noneChosen = chosen.length === 0 ? t('fieldHealth.chooseFirst') : null

  return (
    <ListScreen
      list={list}
      filters={
        <PlaceFilter>
          <ReasonField
            reason={reason}
            counts={list.data?.counts ?? []}
            onChange={(next) => changeAddress({ reason: next === 'all' ? undefined : next, page: undefined })}
          />
        </PlaceFilter>
      }
    >
      <DataTable
        {...list.table}
        title={t('fieldHealth.quarantine')}
        tableKey="quarantine"
        columns={columns}
        rowKey={(message) => String(message.id)}
        onOpen={setLooked}
        empty={{ title: t('fieldHealth.quarantineNone') }}
        selection={{
          of: 'several',
          keys,
          onChange: setKeys,
          nameOf: (message) => t('fieldHealth.choose', { terminal: message.terminalId }),
        }}
        rowActions={(message) => (
          <IconButton
            size="small"
            icon="search"
            label={t('fieldHealth.look', { terminal: message.terminalId })}
            onClick={() => setLooked(message)}
          />
        )}
      >
        <Button
          size="small"
          variant="primary"
          disabledReason={whyNot(releaseQuarantined) ?? noneChosen}
          onClick={() => setActing('release')}
        >
          {t('fieldHealth.release')}
        </Button>
        <Button
          size="small"
          disabledReason={whyNot(discardQuarantined) ?? noneChosen}
          onClick={() => setActing('discard')}
        >
          {t('fieldHealth.discard')}
        </Button>
      </DataTable>

      {conflicts.length > 0 && <ConflictTable rows={conflicts} />}
      {acting !== null && (
        <QuarantineActDialog
          act={acting}
          ids={chosen.map((message) => message.id)}
          onDone={() => setKeys(new Set())}
          onClose={() => setActing(null)}
        />
      )}
      {looked !== null && <MessageDialog message={looked} onClose={() => setLooked(null)} />}
    </ListScreen>
  )
}

type Reason = (typeof quarantineReasons)[number] | 'all'

interface ReasonFieldProps {
  readonly reason: Reason
  readonly counts: Answer<typeof listQuarantine>['counts']
  readonly onChange: (reason: Reason) => void
}

/** Why messages could not be stored, each reason with how many wait for it. */
function ReasonField({ reason, counts, onChange }: ReasonFieldProps) {
  const t = useText()
  const language = useLanguage()
  const countOf = (one: Exclude<Reason, 'all'>) => counts.find((row) => row.reason === one)?.count ?? 0
  return (
    <SelectField
      label={t('fieldHealth.reasonTitle')}
      value={reason}
      choices={[
        { value: 'all', label: t('fieldHealth.allReasons') },
        ...quarantineReasons.map((one) => ({
          value: one,
          label: `${t(`fieldHealth.reason.${one}`)} (${formatNumber(language, countOf(one))})`,
        })),
      ]}
      onChange={(next) => onChange(quarantineReasons.find((one) => one === next) ?? 'all')}
    />
  )
}
