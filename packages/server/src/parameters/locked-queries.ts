import type { DepartmentId, DeviceModelId } from '@coldkeep/domain/ids'
import type { ProfileMatch } from '@coldkeep/domain/parameters/profile'
import { sql } from 'kysely'
import type { Db } from '../db/connect'

/** A value that a department above has locked. */
export interface LockedAbove {
  readonly code: string
  readonly value: number
  /** The name of the department. */
  readonly owner: string
}

/** What departments above one have locked for the devices that a profile of it could claim. */
export async function lockedAbove(
  db: Db,
  profile: ProfileMatch & { readonly departmentId: DepartmentId; readonly deviceModelId: DeviceModelId },
): Promise<readonly LockedAbove[]> {
  const { departmentId, deviceModelId, fridgeBrandId, fridgeTypeId, fridgeLocationId } = profile
  const { rows } = await sql<LockedAbove>`
    select item ->> 'code' as code, (item ->> 'value')::double precision as value, owning.name as owner
    from parameter_profile above
    join parameter_profile_version saved on saved.parameter_profile_id = above.parameter_profile_id
      and saved.version = above.version
    join department owning on owning.department_id = above.department_id
    join department here on here.department_id = ${departmentId}
    cross join jsonb_array_elements(saved.content) item
    where above.removed_at is null and above.device_ids is null and above.device_model_id = ${deviceModelId}
      and above.department_id = any(here.path) and above.department_id <> here.department_id
      and (item ->> 'isLocked')::boolean
      and (above.fridge_brand_id is null or above.fridge_brand_id = ${fridgeBrandId}::bigint)
      and (above.fridge_type_id is null or above.fridge_type_id = ${fridgeTypeId}::bigint)
      and (above.fridge_location_id is null or above.fridge_location_id = ${fridgeLocationId}::bigint)
    order by cardinality(owning.path) desc`.execute(db)
  return rows
}
