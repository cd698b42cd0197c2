import type { FridgeBrand, FridgeEntry } from '@coldkeep/contract/areas/fridge-lists'
import type { FridgeList } from '@coldkeep/domain/organisation/fridge-list'
import type { Translate } from '@coldkeep/phrases/keys'
import { ownerColumn } from '../../archetypes/editor/owned-rows'
import type { Column } from '../../kit/table/column'
import { paths } from '../../site/paths'
import type { useEntryUse } from './use-entries'

type Use = ReturnType<typeof useEntryUse>

function titleColumn<Row extends FridgeEntry>(t: Translate): Column<Row> {
  return {
    key: 'title',
    title: t('fridgeLists.name'),
    kind: 'text',
    value: ({ title }) => title,
    wraps: 'words',
  }
}

/** How many devices have the entry; it leads to them. */
function usedColumn<Row extends FridgeEntry>(t: Translate, list: FridgeList, use: Use): Column<Row> {
  return {
    key: 'used',
    title: t('fridgeLists.used'),
    kind: 'text',
    value: ({ id }) => use && usedBy(t, use(id).devices),
    href: ({ id }) =>
      use === null || use(id).devices === 0
        ? null
        : paths.withSearch(paths.controlProfiles, { [list]: String(id) }),
  }
}

function usedBy(t: Translate, devices: number): string {
  return devices === 0 ? t('fridgeLists.unused') : t('fridgeLists.usedBy', { count: devices })
}

export function entryColumns(list: FridgeList, use: Use) {
  return (t: Translate): readonly Column<FridgeEntry>[] => [
    titleColumn(t),
    usedColumn(t, list, use),
    ownerColumn(t),
  ]
}

export function brandColumns(use: Use) {
  return (t: Translate): readonly Column<FridgeBrand>[] => [
    titleColumn(t),
    usedColumn(t, 'brand', use),
    { key: 'contact', title: t('fridgeLists.contact'), kind: 'text', value: ({ contact }) => contact },
    { key: 'phone', title: t('fridgeLists.phone'), kind: 'text', value: ({ phone }) => phone },
    {
      key: 'address',
      title: t('fridgeLists.address'),
      kind: 'text',
      value: ({ address }) => address,
      wraps: 'words',
    },
    ownerColumn(t),
  ]
}
