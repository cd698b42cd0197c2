import type { Id } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import { wireId } from './id'
import { readRevision } from './setting'

const MOST_AT_ONCE = 200

/** Rises with each write of a row; a write carries the one it is based on. Without it nothing is compared. */
export const rowRevision = z.int().check(z.gte(1))
export const seenRevision = { revision: z.optional(rowRevision) }

export const rowsOf = <Row extends z.ZodMiniType>(row: Row) =>
  z.array(row).check(z.minLength(1), z.maxLength(MOST_AT_ONCE))

export const idOf = <Kind>() => z.custom<Kind>((value) => Number.isSafeInteger(value) && Number(value) > 0)

/** A row by its id, with the revision that was read; the interface calls the id as its table does. */
export function rowNamed<Kind extends Id<string>>(name: 'id' | 'mid' | 'uid') {
  return z.codec(
    z.object({ [name]: wireId<Kind>(), revision: readRevision }),
    z.object({ id: idOf<Kind>(), revision: z.optional(z.int()) }),
    {
      decode: ({ [name]: id, revision }) => ({ id: id as Kind, revision: revision as number | undefined }),
      encode: ({ id, revision }) => ({ [name]: id, revision }) as never,
    },
  )
}
