import type { PortSettings } from '@coldkeep/contract/mqtt/port-settings'
import type { Logger } from 'pino'
import type { Setup } from '../settings/read-setup'
import { addressesOf, allowedNetworks, type ResolveTarget, resolveAllowed } from './allowed-networks'
import type { Bus } from './bus'
import { SerialBus } from './serial-bus'
import { TcpBus } from './tcp-bus'

/** The lines of a terminal by the id of their port. Each is opened when it is first used. */
export function openBuses(setup: Pick<Setup, 'settings'>, log: Logger): ReadonlyMap<string, Bus> {
  return new Map(setup.settings.ports.map((port) => [port.id, openBus(port, setup, log)]))
}

/** One line, opened when it is first used. Which networks it may lead to, the settings say. */
export function openBus(port: PortSettings, setup: Pick<Setup, 'settings'>, log: Logger): Bus {
  return port.kind === 'serial' ? new SerialBus(port, log) : new TcpBus(port, targetsOf(setup), log)
}

/** Which hosts may be reached. The server's addresses are looked up each time, since they may move while the terminal runs. */
export function targetsOf({ settings }: Pick<Setup, 'settings'>): ResolveTarget {
  return async (host) => {
    const servers = settings.brokerUrls.map((url) => new URL(url).hostname.replace(/^\[(.*)\]$/, '$1'))
    const serverAddresses = (await Promise.all(servers.map(addressesOf))).flat()
    const networks = allowedNetworks(settings.allowedNetworks, serverAddresses)
    if (!networks.ok) throw new Error('allowed networks were checked when the settings were read')
    return resolveAllowed(host, networks.value)
  }
}
