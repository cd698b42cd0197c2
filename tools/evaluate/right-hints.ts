import type { HealthHint } from '@coldkeep/domain/analysis/fault-signatures'

/** The likely faults that are right for a fault of either family; what is not here has no name of its own. */
export const rightHints: Readonly<Partial<Record<string, readonly HealthHint[]>>> = {
  leak: ['refrigerant_leak'],
  dirty_condenser: ['dirty_condenser'],
  iced_evaporator: ['iced_evaporator'],
  evaporator_fan: ['evaporator_fan'],
  door_ajar: ['door_or_seal'],
  probe_reads_high: ['probe_reads_high'],
  probe_reads_low: ['probe_reads_low'],
  contactor_welded: ['contactor_welded'],
  contactor_dead: ['compressor_fails'],
  refrigerant_loss: ['refrigerant_leak'],
  condenser_fan_failed: ['dirty_condenser'],
  evaporator_fan_failed: ['evaporator_fan'],
  defrost_heater_failed: ['iced_evaporator'],
  endless_defrost: ['endless_defrost'],
  door_left_open: ['door_or_seal'],
  compressor_worn: ['compressor_fails'],
  compressor_dead: ['compressor_fails'],
  valve_stuck_open: ['contactor_welded'],
  valve_stuck_closed: ['compressor_fails', 'refrigerant_leak'],
  probe_stuck: ['probe_stuck'],
  probe_drifting: ['probe_reads_high'],
}
