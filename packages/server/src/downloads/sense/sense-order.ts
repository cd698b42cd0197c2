import { reportFormats, reportForms } from '@coldkeep/contract/areas/sensor-reports'
import type { DepartmentId, PointId, StoreId } from '@coldkeep/domain/ids'
import { sensorGroups } from '@coldkeep/domain/points/sensor-group'
import * as z from 'zod/mini'

const id = <Kind>() => z.custom<Kind>((value) => Number.isSafeInteger(value))

/** How a report of sensors is kept in its order. */
export const senseOrder = z.object({
  /** Chosen sensors of one store, or a group of them at every store of a department. */
  of: z.union([
    z.object({ storeId: id<StoreId>(), pointIds: z.array(id<PointId>()) }),
    z.object({ departmentId: id<DepartmentId>(), group: z.nullable(z.enum(sensorGroups)) }),
  ]),
  /** From the first instant to before the second, in epoch milliseconds. */
  from: z.number(),
  to: z.number(),
  /** Minutes that the clock of the report is ahead of UTC; `null`: the clock of each store. */
  offsetMinutes: z.nullable(z.number()),
  form: z.enum(reportForms),
  format: z.enum(reportFormats),
})
export type SenseOrder = z.output<typeof senseOrder>
