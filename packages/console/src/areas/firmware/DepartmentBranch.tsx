import { listFirmwareStores } from '@coldkeep/contract/areas/firmware-jobs'
import type { DepartmentId, VendorId } from '@coldkeep/domain/ids'
import { useCall } from '../../api/use-call'
import { LoadFailure } from '../../kit/LoadFailure'
import { Skeleton } from '../../kit/Skeleton'
import { useText } from '../../kit/text'
import { CheckTreeNode } from '../../kit/tree/CheckTree'
import styles from './firmware.module.css'
import { isStoreIn, type Mark, type TreeNode, type TreeStore } from './target-tree'

const ROW_HEIGHT_PX = 30

export interface DepartmentBranchProps {
  readonly node: TreeNode
  readonly filter: { readonly type: string; readonly vendorId: VendorId | null }
  readonly marks: readonly Mark[]
  readonly isOpen: (id: DepartmentId) => boolean
  readonly onOpen: (id: DepartmentId, isOpen: boolean) => void
  readonly onDepartment: (node: TreeNode) => void
  readonly onStore: (node: TreeNode, store: TreeStore) => void
}

/** A department with the departments below it, and then its own stores. */
export function DepartmentBranch(props: DepartmentBranchProps) {
  const { node, isOpen, onOpen, onDepartment } = props
  const t = useText()
  const { department, total, chosen, checked, children, hasStores } = node
  const { id, name } = department
  return (
    <CheckTreeNode
      id={`d${id}`}
      label={name}
      note={
        checked === 'some'
          ? t('firmware.target.chosenOf', { chosen, count: total })
          : t('firmware.terminals', { count: total })
      }
      checked={checked}
      onCheck={() => onDepartment(node)}
      opened={isOpen(id)}
      onOpen={(next) => onOpen(id, next)}
    >
      {children.map((child) => (
        <DepartmentBranch key={child.department.id} {...props} node={child} />
      ))}
      {hasStores && <StoreLeaves {...props} />}
    </CheckTreeNode>
  )
}

function StoreLeaves({ node, filter, marks, onStore }: DepartmentBranchProps) {
  const t = useText()
  const query = { ...filter, departmentId: node.department.id }
  const { data, isError, refetch } = useCall(listFirmwareStores, { query }, { quiet: true })
  if (isError) return <LoadFailure onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton height={ROW_HEIGHT_PX} />
  return (
    <>
      {data.stores.map((store) => (
        <CheckTreeNode
          key={store.id}
          id={`s${store.id}`}
          label={`${store.code} ${store.name}`}
          note={store.terminals > 1 ? t('firmware.terminals', { count: store.terminals }) : undefined}
          checked={isStoreIn(marks, node, store) ? 'all' : 'none'}
          onCheck={() => onStore(node, store)}
        />
      ))}
      {data.total > data.stores.length && (
        <div role="none" className={styles.more}>
          {t('firmware.target.firstStores', { count: data.stores.length })}
        </div>
      )}
    </>
  )
}
