import { Problem } from '@coldkeep/contract/problem'
import * as z from 'zod/mini'

/**
 * The refusal of a write that carries another revision than the row has: somebody else was first. It tells the row as
 * it stands now, in the shape in which calls list it.
 */
export function rowChanged<Shape extends z.ZodMiniType>(shape: Shape, present: z.output<Shape>): Problem {
  return new Problem('row.changed', {}, {}, z.encode(shape, present as never))
}
