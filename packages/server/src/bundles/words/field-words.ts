import type { WireFault } from '@coldkeep/contract/areas/bundles'
import { fieldProblems } from '@coldkeep/contract/problem'
import type { PlanFaultCode } from '@coldkeep/domain/polling/check-plan'
import type { PlacementFaultCode } from '@coldkeep/domain/polling/placement-fault'
import type { Translate } from '@coldkeep/phrases/keys'
import type { BundleFault } from '../../db/field-tables'

type FaultKey = PlanFaultCode | PlacementFaultCode | 'point_foreign' | 'too_large'

/** A fault of a document in the caller's language. */
export function presentFault({ path, code, value }: BundleFault, translate: Translate): WireFault {
  const field = fieldProblems.find((known) => known === code)
  if (field !== undefined) return { path, code, message: translate(`errors.field.${field}`) }
  const word = faultWords[code as FaultKey]
  return { path, code, message: word?.(translate, value) ?? `${code} ${value}`.trim() }
}

const faultWords: Record<FaultKey, (translate: Translate, value: string) => string> = {
  hex_malformed: (translate, value) => translate('commands.fault.hexMalformed', { value }),
  too_long: (translate) => translate('commands.fault.tooLong'),
  unit_id_range: (translate, value) => translate('commands.fault.unitIdRange', { value }),
  unit_id_mismatch: (translate) => translate('commands.fault.unitIdMismatch'),
  port_repeated: (translate, value) => translate('commands.fault.portRepeated', { value }),
  script_repeated: (translate, value) => translate('commands.fault.scriptRepeated', { value }),
  too_many_commands: (translate, value) => translate('commands.fault.tooManyCommands', { value }),
  too_many_nodes: (translate, value) => translate('commands.fault.tooManyNodes', { value }),
  too_many_devices: (translate, value) => translate('commands.fault.tooManyDevices', { value }),
  too_many_points: (translate, value) => translate('commands.fault.tooManyPoints', { value }),
  point_repeated: (translate, value) => translate('commands.fault.pointRepeated', { value }),
  port_unknown: (translate, value) => translate('commands.fault.portUnknown', { value }),
  crc_needed: (translate) => translate('commands.fault.crcNeeded'),
  not_a_read: (translate, value) => translate('commands.fault.notARead', { value }),
  format_unknown: (translate, value) => translate('commands.fault.formatUnknown', { value }),
  decoder_unknown: (translate, value) => translate('commands.fault.decoderUnknown', { value }),
  point_foreign: (translate, value) => translate('commands.fault.pointForeign', { value }),
  too_large: (translate, value) => translate('commands.fault.tooLarge', { value }),
  script_empty: (translate) => translate('commands.fault.scriptEmpty'),
  command_unpublished: (translate, value) => translate('commands.fault.commandUnpublished', { value }),
  command_without_nodes: (translate, value) => translate('commands.fault.commandWithoutNodes', { value }),
  device_missing: (translate, value) => translate('commands.fault.deviceMissing', { value }),
  device_retired: (translate, value) => translate('commands.fault.deviceRetired', { value }),
  terminal_ambiguous: (translate, value) => translate('commands.fault.terminalAmbiguous', { value }),
  terminal_simulated: (translate) => translate('commands.error.simulated'),
  port_missing: (translate) => translate('commands.fault.portMissing'),
  port_ambiguous: (translate) => translate('commands.fault.portAmbiguous'),
  unit_taken: (translate, value) => translate('commands.fault.unitTaken', { value }),
  too_slow: (translate, value) => translate('commands.fault.tooSlow', { value }),
  script_elsewhere: (translate) => translate('commands.fault.scriptElsewhere'),
  asked_elsewhere: (translate, value) => translate('commands.fault.askedElsewhere', { value }),
  script_gone: (translate, value) => translate('commands.fault.scriptGone', { value }),
  store_gone: (translate) => translate('commands.fault.storeGone'),
  unexpected: (translate) => translate('commands.fault.unexpected'),
}

/** What went wrong with a command in the caller's language; codes stay as they are. */
export function presentError(code: string, text: string, translate: Translate): string {
  if (code.startsWith('E_EXCEPTION')) return translate('commands.error.exception', { code })
  return errorWords[code]?.(translate, text) ?? translate('commands.error.other', { code, text })
}

const requestError = (translate: Translate, text: string) => translate('commands.error.request', { text })

const errorWords: Readonly<Record<string, (translate: Translate, text: string) => string>> = {
  E_TIMEOUT: (translate) => translate('commands.error.timeout'),
  E_FRAME: (translate) => translate('commands.error.frame'),
  E_MISMATCH: (translate) => translate('commands.error.mismatch'),
  E_PORT: (translate) => translate('commands.error.port'),
  E_RESTART: (translate) => translate('commands.error.restart'),
  E_EXPIRED: (translate) => translate('commands.error.expired'),
  E_BUSY: (translate) => translate('commands.error.busy'),
  E_SIMULATED: (translate) => translate('commands.error.simulated'),
  E_DISK: (translate) => translate('commands.error.disk'),
  E_FORM: (translate, text) => translate('commands.error.form', { text }),
  E_SIZE: (translate) => translate('commands.error.size'),
  E_HASH: (translate) => translate('commands.error.hash'),
  E_FETCH: (translate, text) => translate('commands.error.fetch', { text }),
  E_OLD: (translate) => translate('commands.error.old'),
  E_NO_SERVER: (translate) => translate('commands.error.noServer'),
  E_NOT_ALLOWED: (translate) => translate('commands.error.notAllowed'),
  E_PATH: (translate, text) => translate('commands.error.path', { text }),
  E_TIME: (translate) => translate('commands.error.time'),
  E_BEFORE: (translate) => translate('commands.error.before'),
  E_KEPT: (translate) => translate('commands.error.kept'),
  E_UNREAD: (translate) => translate('commands.error.unread'),
  E_LOST: (translate) => translate('commands.error.lost'),
  E_ROLLED_BACK: (translate, text) => translate('commands.error.rolledBack', { text }),
  E_HEX: requestError,
  E_LONG: requestError,
  E_ID: requestError,
  E_CRC_NEEDED: requestError,
}
