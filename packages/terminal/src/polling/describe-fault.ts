import type { PlanFault, PlanFaultCode } from '@coldkeep/domain/polling/check-plan'

/** A fault in one line of English, for the log and for the person who starts the program. */
export function describeFault({ code, value }: PlanFault): string {
  return sentences[code].replace('{}', value)
}

const sentences: Record<PlanFaultCode, string> = {
  hex_malformed: 'E_HEX: no whole bytes in hexadecimal',
  too_long: 'E_LONG: more than 256 bytes with unit id and CRC',
  unit_id_range: 'E_ID: not 1 to 247',
  unit_id_mismatch: 'E_ID: begins with another unit id than the one asked',
  port_repeated: 'another port has this id',
  script_repeated: 'another script has this name',
  too_many_commands: 'more than {} commands',
  too_many_nodes: 'more than {} nodes',
  too_many_devices: 'more than {} devices',
  too_many_points: 'more than {} points of one device',
  point_repeated: 'this script reads the point already',
  port_unknown: 'no port is called {}',
  crc_needed: 'E_CRC_NEEDED: a request needs a valid CRC',
  not_a_read: 'E_NOT_A_READ: {} does more than read',
  format_unknown: 'no value format is called {}',
  decoder_unknown: 'not 1 to 4',
}
