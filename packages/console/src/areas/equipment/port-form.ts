import type { Port } from '@coldkeep/contract/areas/ports'
import type { Translate } from '@coldkeep/phrases/keys'
import type { DraftValues, EditorField } from '../../archetypes/editor/editor-field'

type SerialPort = Extract<Port, { readonly kind: 'serial' }>
type TcpPort = Exclude<Port, SerialPort>

/** A port with all that any kind of it has. */
export type PortDraft = Pick<Port, 'id' | 'kind'> &
  Omit<SerialPort, 'id' | 'kind'> &
  Omit<TcpPort, 'id' | 'kind'>

const kinds = ['serial', 'rtu-tcp', 'mbtcp'] as const
const baudRates = [1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200]
const parities = ['none', 'even', 'odd'] as const

export const portFields = (t: Translate): readonly EditorField<PortDraft>[] => [
  {
    key: 'id',
    label: t('equipment.port'),
    kind: 'text',
    help: t('equipment.ports.idHelp'),
  },
  {
    key: 'kind',
    label: t('equipment.ports.kind'),
    kind: 'choice',
    choices: kinds.map((kind) => ({ value: kind, label: t(`equipment.ports.kinds.${kind}`) })),
  },
  {
    key: 'path',
    label: t('equipment.ports.path'),
    kind: 'text',
    help: t('equipment.ports.pathHelp'),
    isShown: isSerial,
  },
  {
    key: 'baud',
    label: t('equipment.ports.baud'),
    kind: 'choice',
    choices: baudRates.map((baud) => ({ value: baud, label: String(baud) })),
    isShown: isSerial,
  },
  {
    key: 'parity',
    label: t('equipment.ports.parity'),
    kind: 'choice',
    choices: parities.map((parity) => ({ value: parity, label: t(`equipment.ports.parities.${parity}`) })),
    isShown: isSerial,
  },
  {
    key: 'data',
    label: t('equipment.ports.data'),
    kind: 'choice',
    choices: ([8, 7] as const).map((bits) => ({ value: bits, label: String(bits) })),
    isShown: isSerial,
  },
  {
    key: 'stop',
    label: t('equipment.ports.stop'),
    kind: 'choice',
    choices: ([1, 2] as const).map((bits) => ({ value: bits, label: String(bits) })),
    isShown: isSerial,
  },
  {
    key: 'host',
    label: t('equipment.ports.host'),
    kind: 'text',
    isShown: isTcp,
  },
  {
    key: 'port',
    label: t('equipment.ports.tcpPort'),
    kind: 'number',
    isShown: isTcp,
  },
]

function isSerial({ kind }: DraftValues<PortDraft>): boolean {
  return kind === 'serial'
}

function isTcp({ kind }: DraftValues<PortDraft>): boolean {
  return kind === 'rtu-tcp' || kind === 'mbtcp'
}

/** RS-485 lines are as a rule set so. */
export const blankPort: DraftValues<PortDraft> = {
  id: '',
  kind: 'serial',
  path: '',
  baud: 9600,
  parity: 'none',
  data: 8,
  stop: 1,
  host: '',
  port: 502,
}

/** Only what its kind has. */
export function portOf({ id, kind, path, baud, parity, data, stop, host, port }: PortDraft): Port {
  return kind === 'serial' ? { id, kind, path, baud, parity, data, stop } : { id, kind, host, port }
}

export function draftOfPort(settings: Port): DraftValues<PortDraft> {
  return { ...blankPort, ...settings }
}

/** Where a port leads, in a few characters: `/dev/ttyUSB0`, `192.168.1.21:502`. */
export function placeOfPort(settings: Port): string {
  return settings.kind === 'serial' ? settings.path : `${settings.host}:${settings.port}`
}

/** How a serial line is set, as people write it: `9600 8N1`. */
export function lineOfPort(settings: Port): string | null {
  if (settings.kind !== 'serial') return null
  const { baud, data, parity, stop } = settings
  return `${baud} ${data}${parity.charAt(0).toUpperCase()}${stop}`
}
