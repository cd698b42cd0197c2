import { counterEnd } from '@coldkeep/domain/analysis/counter'
import { isCounter, type PointKind, type PointUnit } from '@coldkeep/domain/points/point'
import type { DeviceModel } from '@coldkeep/domain/polling/device-model'
import type { Equipment } from './equipment'
import type { FleetPoint } from './fleet'

/** Brand and model as the model files say them. */
export type ModelName = `${string} / ${string}`

/** What a store's script polls from each model: the readings, not every parameter. */
const polledCommands: Readonly<Record<ModelName, readonly string[]>> = {
  'Danfoss / AK-CC55 Compact': [
    'air',
    'defrost-sensor',
    'evaporating',
    'superheat',
    'food',
    'thermostat',
    'state',
    'alarm',
  ],
  'Dixell / XR77U': ['probes', 'regulation', 'set-point'],
  'Eliwell / IDPlus 9xx': ['probe-1', 'probe-2', 'status', 'set-point'],
  'Carel / ir33+': ['probes', 'set-point'],
  'Schneider / iEM3000': [
    'power',
    'energy',
    'reactive-energy',
    'reactive-power',
    'voltage',
    'current',
    'frequency',
  ],
  'Eastron / SDM630': ['power', 'energy', 'reactive-power', 'phases'],
}

export interface PolledDevice {
  readonly brand: string
  readonly model: string
  readonly commandCodes: readonly string[]
  readonly points: readonly FleetPoint[]
}

/**
 * What is read from one device: the useful points of the polled commands, in the order of the commands, and, where
 * `withContacts`, what the controller's table lacks, wired to inputs of the terminal: states, and the probe outside.
 * @throws Error when the model or one of its commands is missing among the models.
 */
export function polledDevice(
  models: readonly DeviceModel[],
  name: ModelName,
  kind: Equipment,
  withContacts: boolean,
): PolledDevice {
  const model = models.find((one) => `${one.brand} / ${one.model}` === name)
  if (!model) throw new Error(`No device model ${name}`)
  const commandCodes = polledCommands[name] ?? model.commands.map((command) => command.commandCode)
  const points = commandCodes
    .flatMap((code) => pointsOf(model, code))
    .filter((point) => isWorthPolling(point) && isFitted(kind, point.kind))
  const contacts = withContacts ? contactsOf(kind).filter((contact) => !hasKind(points, contact.kind)) : []
  return { brand: model.brand, model: model.model, commandCodes, points: [...points, ...contacts] }
}

function pointsOf(model: DeviceModel, commandCode: string): FleetPoint[] {
  const command = model.commands.find((one) => one.commandCode === commandCode)
  if (!command) throw new Error(`${model.brand} ${model.model} has no command ${commandCode}`)
  return command.points.map((point) => {
    const { name, kind, unit } = point
    const endsAt = isCounter(kind) ? counterEnd(point) : null
    return { name, kind, unit, commandCode, ...(endsAt !== null && { counterEndsAt: endsAt }) }
  })
}

/** Points of the known kinds, and two that engineers ask for; the rest of a table is for the workshop. */
function isWorthPolling(point: FleetPoint): boolean {
  return point.kind !== 'other' || /^(reactive power|control state)/i.test(point.name)
}

/** A heated case has no evaporator, whatever probes its controller could take. */
function isFitted(kind: Equipment, measured: PointKind): boolean {
  return kind.type !== 'hot_case' || (measured !== 'evaporator_temperature' && measured !== 'defrost')
}

function contactsOf(kind: Equipment): FleetPoint[] {
  switch (kind.type) {
    case 'doored_case':
    case 'walk_in':
      return [
        contact('Compressor contact', 'compressor'),
        contact('Defrost contact', 'defrost'),
        contact('Door contact', 'door'),
      ]
    case 'open_case':
      return [contact('Compressor contact', 'compressor'), contact('Defrost contact', 'defrost')]
    case 'hot_case':
      return [contact('Heater contact', 'compressor')]
    case 'main_meter':
      return [contact('Outdoor temperature', 'outdoor_temperature', '°C')]
    default:
      return []
  }
}

function contact(name: string, kind: PointKind, unit: PointUnit = ''): FleetPoint {
  return { name, kind, unit, commandCode: null }
}

function hasKind(points: readonly FleetPoint[], kind: PointKind): boolean {
  return points.some((point) => point.kind === kind)
}
