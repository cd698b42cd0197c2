import {
  inheritProgressSteps,
  listProgressSteps,
  type ProgressStep,
  type ProgressStepDraft,
} from '@coldkeep/contract/areas/repair-progress'
import type { DepartmentId } from '@coldkeep/domain/ids'
import type { Translate } from '@coldkeep/phrases/keys'
import { useMemo, useState } from 'react'
import { useCall } from '../../api/use-call'
import { ConfirmAndSend } from '../../archetypes/ConfirmAndSend'
import { TableEditor } from '../../archetypes/editor/TableEditor'
import { Button } from '../../kit/Button'
import { SelectField } from '../../kit/field/SelectField'
import type { Column } from '../../kit/table/column'
import { useText } from '../../kit/text'
import { pathOf } from '../../parts/department-path'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'
import { usePlaceChoices } from '../../parts/use-place-choices'
import { useWhyNot } from '../../site/use-why-not'
import { blankStep, stepFields, stepWrites } from './progress-form'

const rowsOf = ({ steps }: { readonly steps: readonly ProgressStep[] }) => steps

/** The steps that cases of repair go through in a department: its own list, or the one that it inherits. */
export function ProgressPanel() {
  const t = useText()
  const [{ dep }, changeAddress] = useAddress()
  const { places, isLoading } = usePlaceChoices()
  const chosen = places.find(({ value }) => value === dep) ?? places[0]
  const departmentId = pathOf(chosen?.value ?? '').at(-1) ?? null
  return (
    <div className={frame.stack}>
      <div className={frame.filters}>
        <SelectField
          label={t('settings.progress.place')}
          searchable
          loading={isLoading}
          value={chosen?.value ?? null}
          choices={places}
          onChange={(next) => changeAddress({ dep: next ?? undefined })}
        />
      </div>
      {chosen !== undefined && departmentId !== null && (
        <ProgressTable key={departmentId} departmentId={departmentId} name={chosen.label} />
      )}
    </div>
  )
}

interface ProgressTableProps {
  readonly departmentId: DepartmentId
  readonly name: string
}

function ProgressTable({ departmentId, name }: ProgressTableProps) {
  const t = useText()
  const whyNot = useWhyNot()
  const [isGivingUp, setGivingUp] = useState(false)
  const query = useMemo(() => ({ departmentId }), [departmentId])
  const answer = useCall(listProgressSteps, { query }).data
  const writes = useMemo(
    () => ({ ...stepWrites(departmentId), consequence: () => t('settings.progress.kept') }),
    [departmentId, t],
  )
  const from =
    answer?.source.name ??
    t(answer?.source.scope === 'default' ? 'settings.progress.product' : 'settings.progress.above')
  return (
    <>
      {answer !== undefined && (
        <p className={frame.note}>
          {answer.isOwn ? t('settings.progress.own') : t('settings.progress.inherited', { name: from })}
        </p>
      )}
      <TableEditor<typeof listProgressSteps, ProgressStepDraft, ProgressStep>
        title={t('settings.progress.title')}
        tableKey="repair-progress"
        list={{ call: listProgressSteps, query, rowsOf }}
        rowKey={({ id }) => String(id)}
        nameOf={({ title }) => title}
        columns={columns}
        form={{ fields: stepFields, blank: blankStep }}
        writes={writes}
        emptyTitle={t('settings.progress.none')}
      >
        {answer?.isOwn === true && (
          <Button
            size="small"
            disabledReason={whyNot(inheritProgressSteps)}
            onClick={() => setGivingUp(true)}
          >
            {t('settings.progress.inherit')}
          </Button>
        )}
      </TableEditor>
      <ConfirmAndSend
        opened={isGivingUp}
        title={t('settings.progress.inheritAsk', { name })}
        action={t('settings.progress.inherit')}
        call={inheritProgressSteps}
        input={{ body: { departmentId } }}
        invalidates={[listProgressSteps]}
        success={t('settings.progress.inheritDone')}
        onClose={() => setGivingUp(false)}
      >
        {t('settings.progress.kept')}
      </ConfirmAndSend>
    </>
  )
}

const columns = (t: Translate): readonly Column<ProgressStep>[] => [
  { key: 'position', title: t('settings.progress.position'), kind: 'number', value: (row) => row.position },
  { key: 'title', title: t('settings.progress.name'), kind: 'text', value: (row) => row.title },
  {
    key: 'phase',
    title: t('settings.progress.phase'),
    kind: 'text',
    value: (row) => t(`settings.progress.${row.phase}`),
  },
  {
    key: 'names',
    title: t('settings.progress.names'),
    kind: 'text',
    value: (row) =>
      row.isStandard
        ? t('settings.progress.standard')
        : [row.englishTitle, row.traditionalTitle, row.simplifiedTitle, row.japaneseTitle]
            .filter((words) => words !== '')
            .join(' · '),
  },
]
