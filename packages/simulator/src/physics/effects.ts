/** How the faults of a device change its physics at one moment. Factors are 1 where nothing is wrong. */
export interface FaultEffects {
  charge: number
  refrigerantUa: number
  condenser: number
  defrostHeat: number
  airSide: number
  fan: number
  infiltration: number
  /** What the air probe shows above the truth. */
  probeDriftK: number
  /** A welded or dead contactor overrules the thermostat. */
  contactor: 'free' | 'stuck_on' | 'stuck_off'
}

export function noEffects(): FaultEffects {
  return {
    charge: 1,
    refrigerantUa: 1,
    condenser: 1,
    defrostHeat: 1,
    airSide: 1,
    fan: 1,
    infiltration: 1,
    probeDriftK: 0,
    contactor: 'free',
  }
}
