/** What keeps a script from a store, beside what is wrong with a document. */
export type PlacementFaultCode =
  | 'script_empty'
  | 'script_elsewhere'
  | 'command_unpublished'
  | 'command_without_nodes'
  | 'device_missing'
  | 'device_retired'
  | 'terminal_ambiguous'
  | 'terminal_simulated'
  | 'port_missing'
  | 'port_ambiguous'
  | 'unit_taken'
  | 'too_slow'
  | 'asked_elsewhere'
  | 'script_gone'
  | 'store_gone'
  | 'unexpected'

export interface PlacementFault {
  /** Of the script, its rows from 0: `commands.3.unitId`; empty where it is the script as a whole. */
  readonly path: string
  readonly code: PlacementFaultCode | 'port_unknown'
  /** What the fault is about: a name, a number or the port; empty where the code is enough. */
  readonly value: string
}
