import {
  listUpkeepPlans,
  removeUpkeepPlan,
  type UpkeepPlanRow,
  upkeepOrders,
} from '@coldkeep/contract/areas/upkeep-plans'
import { completeUpkeep } from '@coldkeep/contract/areas/upkeep-records'
import type { Answer } from '@coldkeep/contract/call'
import type { DepartmentId } from '@coldkeep/domain/ids'
import { upkeepStates } from '@coldkeep/domain/upkeep/due-state'
import { Suspense, useMemo, useState } from 'react'
import { TableEditor } from '../../archetypes/editor/TableEditor'
import { Button } from '../../kit/Button'
import { SelectField } from '../../kit/field/SelectField'
import { lazily } from '../../kit/lazily'
import { useText } from '../../kit/text'
import { useAddress } from '../../parts/use-address'
import { withTexts } from '../../site/language'
import { useWhyNot } from '../../site/use-why-not'
import { CalendarButton } from './CalendarButton'
import { planColumns } from './plan-columns'
import {
  blankPlan,
  checkPlan,
  createPlan,
  formOfPlan,
  type PlanForm,
  planFields,
  updatePlan,
} from './plan-form'

const RecordPanel = lazily(() => withTexts('queue', () => import('./RecordPanel')), 'RecordPanel')
const CompleteDialog = lazily(() => withTexts('queue', () => import('./CompleteDialog')), 'CompleteDialog')

const TABLE = 'plans'
const PAGE = `${TABLE}.page`
const STATE = `${TABLE}.state`
const states = ['all', 'due', ...upkeepStates] as const
const rowsOf = (answer: Answer<typeof listUpkeepPlans>) => answer.rules

/** The plans of the stores of a department, what is due first at the top, and below them what was done for one. */
export function PlanTable({ departmentId }: { departmentId: DepartmentId }) {
  const t = useText()
  const [parameters, changeAddress] = useAddress()
  const [selected, setSelected] = useState<UpkeepPlanRow | null>(null)
  const [completing, setCompleting] = useState<UpkeepPlanRow | null>(null)
  const [marked, setMarked] = useState<string | null>(null)
  const whyNot = useWhyNot()
  const reason = whyNot(completeUpkeep)
  const state = states.find((one) => one === parameters[STATE]) ?? 'all'
  const query = useMemo(() => ({ departmentId, storeId: null, state }), [departmentId, state])
  const served = useMemo(
    () => ({
      sorts: upkeepOrders,
      isFiltered: state !== 'all',
      onClear: () => changeAddress({ [STATE]: undefined, [PAGE]: undefined }),
    }),
    [state, changeAddress],
  )
  return (
    <>
      <TableEditor<typeof listUpkeepPlans, PlanForm, UpkeepPlanRow>
        title={t('upkeep.plans')}
        tableKey="upkeep-plans"
        name={TABLE}
        list={{ call: listUpkeepPlans, query, rowsOf, served }}
        rowKey={({ id }) => String(id)}
        nameOf={({ storeCode, item }) => `${storeCode} ${item}`}
        writes={{
          create: createPlan,
          update: updatePlan,
          remove: removeUpkeepPlan,
          consequence: () => t('upkeep.removeKeeps'),
        }}
        columns={planColumns}
        form={{ fields: planFields, blank: blankPlan, draftOf: formOfPlan, check: checkPlan }}
        selection={{ onChange: setSelected, marked }}
        rowActions={(row) => (
          <Button
            size="small"
            aria-label={t('upkeep.complete.title', { item: row.item })}
            disabledReason={reason ?? (row.state === 'retired' ? t('upkeep.outOfUse') : null)}
            onClick={() => setCompleting(row)}
          >
            {t('upkeep.complete.do')}
          </Button>
        )}
        emptyTitle={t('upkeep.none')}
        tools={<CalendarButton departmentId={departmentId} />}
      >
        <SelectField
          label={t('upkeep.state')}
          hideLabel
          value={state}
          choices={states.map((one) => ({ value: one, label: t(`upkeep.states.${one}`) }))}
          onChange={(next) =>
            changeAddress({ [STATE]: next === null || next === 'all' ? undefined : next, [PAGE]: undefined })
          }
        />
      </TableEditor>
      <Suspense>{selected !== null && <RecordPanel key={selected.id} plan={selected} />}</Suspense>
      <Suspense>
        {completing !== null && (
          <CompleteDialog
            plan={completing}
            onDone={() => {
              setMarked(String(completing.id))
              setCompleting(null)
            }}
            onClose={() => setCompleting(null)}
          />
        )}
      </Suspense>
    </>
  )
}
