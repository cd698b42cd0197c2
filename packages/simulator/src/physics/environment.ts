/** What surrounds the devices of one store during one minute. */
export interface Environment {
  outdoorC: number
  indoorC: number
  isOpen: boolean
  /** Multiplies the openings per hour that a case sees by day; 0 while the shop is closed. */
  trade: number
  /** Multiplies the openings per hour that a case sees by night (filling shelves); 0 while the shop is open. */
  nightWork: number
}

/** Room air follows the weather weakly: the shop is heated and cooled to 25 °C. */
export function indoorC(outdoorC: number): number {
  return 25 + 0.2 * (outdoorC - 25)
}
