import type { JudgedDevice } from './judge-device'
import type { TextbookTrial } from './plan-textbook'

/** A judged device with what it is reported under: a value for each dimension that its family has. */
export interface TraitedDevice {
  readonly judged: JudgedDevice
  readonly traits: ReadonlyMap<string, string>
  /** What harmless thing happened to it, and when. */
  readonly confounded: { readonly startMs: number } | null
}

export function traitsOfOwn(judged: JudgedDevice): TraitedDevice {
  const traits = new Map([
    ['family', 'own'],
    ['own equipment', judged.kindName],
  ])
  if (judged.fault !== null) traits.set('own fault', judged.fault.kind)
  return { judged, traits, confounded: null }
}

export function traitsOfTextbook({ plan }: TextbookTrial, judged: JudgedDevice): TraitedDevice {
  const { defrost, poll, probe, confounder, fault } = plan
  const traits = new Map([
    ['family', 'textbook'],
    ['equipment', plan.kind],
    ['control', plan.control],
    ['defrost', defrost.kind],
    ['defrost start', defrost.start.by],
    ['defrost end', defrost.endC === null ? 'time' : 'temperature'],
    ['resolution K', String(probe.resolutionK)],
    ['poll period s', String(poll.periodSeconds)],
    ['missing point', poll.missing[0] ?? 'none'],
    ['run signal', poll.runSignal],
  ])
  if (confounder !== null) traits.set('confounder', confounder.kind)
  if (fault !== null) traits.set('fault', fault.kind)
  return { judged, traits, confounded: confounder }
}
