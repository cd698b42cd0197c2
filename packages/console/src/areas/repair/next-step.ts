interface Step {
  readonly id: number
  readonly phase: 'open' | 'done' | 'void'
}

/**
 * The step that comes after the one a case is at: the next one of its list that goes on or ends as repaired.
 * @param steps in their order
 * @returns `null`: it is at the last one, or at one that is in the list no more
 */
export function nextStep<One extends Step>(steps: readonly One[], progressId: string): One | null {
  const at = steps.findIndex(({ id }) => String(id) === progressId)
  const here = steps[at]
  if (here === undefined || here.phase !== 'open') return null
  return steps.slice(at + 1).find(({ phase }) => phase !== 'void') ?? null
}
