import type { SetAside } from '../tasks/set-aside'

/** For whoever waits for all of the work: nothing is set aside, the first failure is thrown. */
export const throwing: SetAside = {
  waiting: () => [],
  work: async (_items, some, _now, work) => {
    if (some.length > 0) await work(some)
  },
}
