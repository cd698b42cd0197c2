import { Problem } from '@coldkeep/contract/problem'
import { encodeWire } from '@coldkeep/contract/wire/dialect'
import type * as z from 'zod/mini'

/**
 * The refusal of a write that carries another revision than the row has: somebody else was first. It tells the row as
 * it stands now, in the shape in which calls list it.
 */
export function rowChanged<Shape extends z.ZodMiniType>(shape: Shape, present: z.output<Shape>): Problem {
  return new Problem('row.changed', {}, {}, encodeWire(shape, present))
}

/** A write that tells which revision it has seen, of a row that has another one by now. */
export function isOutdated(
  { revision }: { readonly revision?: number | undefined },
  row: { readonly revision: number },
): boolean {
  return revision !== undefined && revision !== row.revision
}
