import { listAlarms } from '@coldkeep/contract/areas/alarms'
import type { Answer } from '@coldkeep/contract/call'
import type { DepartmentId } from '@coldkeep/domain/ids'
import type { UseQueryResult } from '@tanstack/react-query'
import { useCall } from '../../api/use-call'
import { mayCall, useSession } from '../../site/session'

const REFRESH_MS = 60_000
const MOST = 50

export type AlarmOverview = Answer<typeof listAlarms>

/**
 * The open alarms of a scope by urgency with their counts; nothing is requested for those who may not see
 * alarms.
 * @param departmentId `null` for everything the caller may see
 */
export function useAlarmOverview(departmentId: DepartmentId | null): UseQueryResult<AlarmOverview> {
  const isAllowed = mayCall(listAlarms, useSession())
  const query = {
    departmentId,
    storeId: null,
    deviceId: null,
    state: 'open',
    page: 1,
    pageSize: MOST,
  } as const
  return useCall(listAlarms, isAllowed ? { query } : null, { refreshMs: REFRESH_MS, quiet: true })
}
