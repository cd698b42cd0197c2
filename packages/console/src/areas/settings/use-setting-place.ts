import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import { type DepartmentPath, pathOf, pathText } from '../../parts/department-path'
import { useAddress } from '../../parts/use-address'

/** The department, or one of its stores, that the address names. */
export interface SettingChoice {
  readonly path: DepartmentPath
  readonly storeId: StoreId | null
}

export function useSettingPlace() {
  const [{ dep = '', store = '' }, changeAddress] = useAddress()
  const storeId = /^[1-9]\d{0,14}$/.test(store) ? (Number(store) as StoreId) : null
  const read: SettingChoice = { path: pathOf(dep), storeId }
  const choose = ({ path, storeId: chosen }: SettingChoice) =>
    changeAddress({
      dep: path.length === 0 ? undefined : pathText(path),
      store: chosen === null ? undefined : String(chosen),
    })
  return [read, choose] as const
}

export function departmentOf({ path }: SettingChoice): DepartmentId | null {
  return path.at(-1) ?? null
}

export function isSamePlace(one: SettingChoice, other: SettingChoice): boolean {
  return pathText(one.path) === pathText(other.path) && one.storeId === other.storeId
}
