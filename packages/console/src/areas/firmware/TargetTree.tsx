import { countFirmwareTerminals } from '@coldkeep/contract/areas/firmware-jobs'
import { departmentMap, listVendors } from '@coldkeep/contract/areas/organisation'
import { useMemo, useState } from 'react'
import { useCall } from '../../api/use-call'
import { LoadFailure } from '../../kit/LoadFailure'
import { Skeleton } from '../../kit/Skeleton'
import { useText } from '../../kit/text'
import { CheckTree } from '../../kit/tree/CheckTree'
import frame from '../../parts/page.module.css'
import { VendorPicker } from '../../parts/VendorPicker'
import { DepartmentBranch } from './DepartmentBranch'
import { type TargetDraft, withoutStoreMarks } from './target-draft'
import { markDepartment, markStore, treeOf } from './target-tree'

const TREE_HEIGHT_PX = 180

export interface TargetTreeProps {
  /** Of the terminals that are counted. */
  readonly type: string
  readonly target: TargetDraft
  readonly onChange: (target: TargetDraft) => void
}

/** Departments and their stores with check boxes, and how many terminals each has; of one vendor or of all. */
export function TargetTree({ type, target, onChange }: TargetTreeProps) {
  const t = useText()
  const { marks, vendorId } = target
  const map = useCall(departmentMap, {})
  const vendors = useCall(listVendors, { query: { departmentId: null, type: 'all' } })
  const query = { type, vendorId }
  const counts = useCall(countFirmwareTerminals, { query }, { quiet: true })
  // the top is open to begin with
  const [closed, setClosed] = useState<Readonly<Record<string, boolean>>>({})
  const top = map.data
  const terminals = useMemo(
    () => new Map(counts.data?.departments.map((one) => [one.id, one.terminals] as const)),
    [counts.data],
  )
  const node = useMemo(() => (top ? treeOf(top, terminals, marks) : null), [top, terminals, marks])
  return (
    <>
      <VendorPicker
        vendors={vendors.data}
        hasDepartment
        value={vendorId}
        onChange={(vendor) => onChange({ ...withoutStoreMarks(target), vendorId: vendor })}
      />
      {counts.isError ? (
        <LoadFailure onRetry={() => void counts.refetch()} />
      ) : node === null || top === undefined || counts.data === undefined ? (
        <Skeleton height={TREE_HEIGHT_PX} />
      ) : node.total === 0 ? (
        <p className={frame.note}>{t('firmware.target.noTerminals')}</p>
      ) : (
        <CheckTree label={t('firmware.target.places')} first={`d${top.id}`}>
          <DepartmentBranch
            node={node}
            filter={query}
            marks={marks}
            isOpen={(id) => closed[id] === false || (closed[id] === undefined && id === top.id)}
            onOpen={(id, isOpen) => setClosed({ ...closed, [id]: !isOpen })}
            onDepartment={(one) => onChange({ ...target, marks: markDepartment(marks, top, one) })}
            onStore={(one, store) => onChange({ ...target, marks: markStore(marks, one, store) })}
          />
        </CheckTree>
      )}
    </>
  )
}
