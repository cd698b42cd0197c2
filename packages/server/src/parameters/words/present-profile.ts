import type { ProfileRow as WireProfile } from '@coldkeep/contract/areas/parameters'
import type { Parameter } from '@coldkeep/domain/parameters/parameter'
import { faultsOfProfile } from '@coldkeep/domain/parameters/profile'
import type { ProfileRow } from '../profile-queries'

/** A profile in lists, with how many of its values no device of its model can take. */
export function presentProfile(row: ProfileRow, parameters: readonly Parameter[]): WireProfile {
  const { values, brand, model, deviceModelId, deviceIds, departmentId: _, ...profile } = row
  return {
    ...profile,
    model: { id: deviceModelId, brand, name: model },
    devices: deviceIds?.length ?? null,
    values: values.length,
    faults: faultsOfProfile(row.kind, values, parameters).size,
  }
}
