import type { UpkeepPlanRow } from '@coldkeep/contract/areas/upkeep-plans'
import type { Translate } from '@coldkeep/phrases/keys'
import type { Column } from '../../kit/table/column'
import { DueCell } from './DueCell'

function cycleText({ every, unit }: Pick<UpkeepPlanRow, 'every' | 'unit'>, t: Translate): string {
  return t(`upkeep.every.${unit}`, { count: every })
}

/** What a plan is for: a device, all of a type, or the store as a whole. */
function equipmentText({ deviceName, group }: UpkeepPlanRow, t: Translate): string {
  if (group !== null) return t('upkeep.allOf', { type: t(`devices.type.${group}`) })
  return deviceName ?? ''
}

export const planColumns = (t: Translate): readonly Column<UpkeepPlanRow>[] => [
  { key: 'store', title: t('upkeep.storeNumber'), kind: 'text', value: (row) => row.storeCode },
  { key: 'storeName', title: t('upkeep.storeName'), kind: 'text', value: (row) => row.storeName },
  { key: 'item', title: t('upkeep.item'), kind: 'text', wraps: 'words', value: (row) => row.item },
  { key: 'equipment', title: t('upkeep.equipment'), kind: 'text', value: (row) => equipmentText(row, t) },
  { key: 'cycle', title: t('upkeep.cycle'), kind: 'text', value: (row) => cycleText(row, t) },
  { key: 'start', title: t('upkeep.startsOn'), kind: 'date', value: (row) => row.startsOn },
  {
    key: 'due',
    title: t('upkeep.dueOn'),
    kind: 'date',
    value: (row) => row.dueOn,
    cell: (row) => <DueCell plan={row} />,
  },
  { key: 'note', title: t('upkeep.note'), kind: 'text', wraps: 'words', value: (row) => row.note },
]
