import type { DashboardCard } from '@coldkeep/contract/wire/chart'
import type { Department } from '@coldkeep/domain/organisation/department'
import { type DepartmentPath, findDepartments, pathText } from '../../parts/department-path'
import { paths } from '../../site/paths'

interface Place {
  /** Address of the page behind the card. */
  readonly detail: string
  /** In the address there: the table whose rows slices lead to. */
  readonly table?: string
  /** What the home screen speaks about; empty for everything the caller may see. */
  readonly path: DepartmentPath
  /** The organisation, once it is there. */
  readonly top: Department | undefined
  /** The department of everything the caller may see, from whichever answer is here first. */
  readonly topId: string | undefined
}

/** Links from a card into the page behind it. They carry the scope, so that the page inquires by itself. */
export function detailLinks({ detail, table = 't1', path, top, topId }: Place) {
  const dep = path.length > 0 ? pathText(path) : topId
  const scope = { dep, store: 'all' }
  return {
    /** `null` until it is known what the link must carry. */
    whole: dep === undefined ? null : paths.withSearch(detail, scope),
    /** A department's part shows that department, a store's that store, a day that day, a class or verdict its rows. */
    ofEntry: ({ drill }: DashboardCard['chart']['data'][number]): string | null => {
      if (dep === undefined) return null
      if (drill?.deviceId !== undefined) return paths.device(drill.deviceId)
      const place = drill?.departmentId === undefined ? undefined : placeOf(top, drill.departmentId)
      if (drill?.departmentId !== undefined && place === undefined) return null
      return paths.withSearch(detail, {
        dep: place ?? dep,
        store: drill?.storeId ?? 'all',
        date: drill?.day,
        days: drill?.day === undefined ? undefined : '1',
        [`${table}.f`]: drill?.tag === undefined ? undefined : JSON.stringify([drill.tag]),
      })
    },
  }
}

function placeOf(top: Department | undefined, departmentId: string): string | undefined {
  const found = top && findDepartments(top, '', Number.POSITIVE_INFINITY)
  const place = found?.find(({ path }) => String(path.at(-1)) === departmentId)
  return place && pathText(place.path)
}
