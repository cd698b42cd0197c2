import { Problem } from '@coldkeep/contract/problem'
import { encodeWire } from '@coldkeep/contract/wire/dialect'
import type * as z from 'zod/mini'

/**
 * The refusal of a write that carries another revision than the row has: someone else changed it first. It
 * carries the current row, in the shape in which calls list it.
 */
export function rowChanged<Shape extends z.ZodMiniType>(shape: Shape, current: z.output<Shape>): Problem {
  return new Problem('row.changed', {}, {}, encodeWire(shape, current))
}

/** A write that is based on another revision than the row has now. */
export function isOutdated(
  { revision }: { readonly revision?: number | undefined },
  row: { readonly revision: number },
): boolean {
  return revision !== undefined && revision !== row.revision
}
