import { setImmediate as others } from 'node:timers/promises'

const AT_A_TIME = 20

/**
 * Works through all items, in parts of a few milliseconds, so that the batch that is being stored goes on
 * with each answer of the database. One that fails is logged and left out, and so is one that yields nothing.
 */
export async function inSlices<From, To>(
  all: readonly From[],
  work: (one: From) => To | null,
  failed: (one: From, error: unknown) => void,
): Promise<To[]> {
  const done: To[] = []
  for (const [index, one] of all.entries()) {
    if (index > 0 && index % AT_A_TIME === 0) await others()
    try {
      const made = work(one)
      if (made !== null) done.push(made)
    } catch (error) {
      failed(one, error)
    }
  }
  return done
}
