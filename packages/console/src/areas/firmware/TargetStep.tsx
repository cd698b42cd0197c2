import type { checkFirmwareTargets } from '@coldkeep/contract/areas/firmware-jobs'
import { departmentMap, listStores, listVendors } from '@coldkeep/contract/areas/organisation'
import type { Answer } from '@coldkeep/contract/call'
import type { DepartmentId } from '@coldkeep/domain/ids'
import type { UseQueryResult } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import { useCall } from '../../api/use-call'
import { RadioField } from '../../kit/field/RadioField'
import { SelectField } from '../../kit/field/SelectField'
import { TextAreaField } from '../../kit/field/TextAreaField'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { useText } from '../../kit/text'
import { findDepartments } from '../../parts/department-path'
import frame from '../../parts/page.module.css'
import { VendorPicker } from '../../parts/VendorPicker'
import { Reach } from './Reach'
import { type TargetDraft, targetFault } from './target-draft'
import { targetFaultText } from './target-words'

const StoresField = lazily(() => import('./StoresField'), 'StoresField')

export interface TargetStepProps {
  readonly target: TargetDraft
  readonly onChange: (target: TargetDraft) => void
  /** Whom it reaches; `null` while too little is chosen. */
  readonly reach: UseQueryResult<Answer<typeof checkFirmwareTargets>> | null
  readonly hasImage: boolean
}

/** Step 2: stores by department and vendor, or by a pasted list of numbers; and what that comes to. */
export function TargetStep({ target, onChange, reach, hasImage }: TargetStepProps) {
  const t = useText()
  const fault = targetFault(target)
  return (
    <>
      <RadioField
        label={t('firmware.target.by')}
        direction="row"
        value={target.by}
        choices={[
          { value: 'tree', label: t('firmware.target.tree') },
          { value: 'list', label: t('firmware.target.list') },
        ]}
        onChange={(by) => onChange({ ...target, by: by === 'list' ? 'list' : 'tree' })}
      />
      {target.by === 'tree' ? (
        <TreeFields target={target} onChange={onChange} />
      ) : (
        <TextAreaField
          label={t('firmware.target.numbers')}
          help={t('firmware.target.numbersHelp')}
          error={fault?.why === 'tooLong' || fault?.why === 'tooMany' ? targetFaultText(fault, t) : undefined}
          rows={8}
          monospace
          value={target.text}
          onChange={(text) => onChange({ ...target, text })}
        />
      )}
      {reach === null ? (
        <p className={frame.note}>
          {fault !== null ? targetFaultText(fault, t) : hasImage ? null : t('firmware.target.afterImage')}
        </p>
      ) : (
        <Reach reach={reach} />
      )}
    </>
  )
}

function TreeFields({ target, onChange }: Pick<TargetStepProps, 'target' | 'onChange'>) {
  const t = useText()
  const { departmentId, vendorId, storeIds } = target
  const map = useCall(departmentMap, {})
  const top = map.data
  const places = useMemo(() => (top ? findDepartments(top, '', Number.POSITIVE_INFINITY) : []), [top])
  const within = departmentId === null ? null : { query: { departmentId } }
  const stores = useCall(listStores, within)
  const vendors = useCall(
    listVendors,
    departmentId === null ? null : { query: { departmentId, type: 'all' } },
  )
  return (
    <>
      <div className={frame.choices}>
        <SelectField
          label={t('firmware.target.department')}
          required
          searchable
          loading={map.isLoading}
          value={departmentId === null ? null : String(departmentId)}
          choices={places.map(({ path, names }) => ({
            value: String(path.at(-1)),
            label: names.length > 1 ? names.slice(1).join(' › ') : (names[0] ?? ''),
          }))}
          onChange={(id) =>
            onChange({
              ...target,
              departmentId: id === null ? null : (Number(id) as DepartmentId),
              vendorId: null,
              storeIds: [],
            })
          }
        />
        <VendorPicker
          vendors={vendors.data}
          hasDepartment={departmentId !== null && storeIds.length === 0}
          value={vendorId}
          onChange={(vendor) => onChange({ ...target, vendorId: vendor })}
        />
      </div>
      <Suspense fallback={<Skeleton height={76} />}>
        <StoresField
          stores={stores.data}
          hasDepartment={departmentId !== null}
          storeIds={storeIds}
          onChange={(next) => onChange({ ...target, storeIds: next })}
        />
      </Suspense>
    </>
  )
}
