import { isMeter } from '@coldkeep/domain/organisation/check-device'
import { deviceTypes } from '@coldkeep/domain/organisation/device'
import { type SqlBool, sql } from 'kysely'

const meters = deviceTypes.filter(isMeter)

/**
 * A condition over `device`: it needs a temperature zone, and has none yet. It is not judged by limits before
 * it has one.
 */
export const lacksZone = sql<SqlBool>`(device.zone is null and device.type <> all(${meters}::text[]))`
