import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TerminalSettings } from '@coldkeep/contract/mqtt/terminal-settings'
import type { TrustedKey } from '@coldkeep/contract/mqtt/trusted-key'
import type { TinyStore } from '@coldkeep/server/testing/tiny-fleet'

/**
 * Settings file and credential of a box.
 * @param polling what it polls; by itself nothing, until the server says what
 * @returns the path of the file
 */
export function writeBoxSettings(
  folder: string,
  { terminalId }: Pick<TinyStore, 'terminalId'>,
  server: { readonly httpPort: number; readonly mqttPort: number; readonly keys: readonly TrustedKey[] },
  polling: Partial<Pick<TerminalSettings, 'revision' | 'ports' | 'scripts'>> = {},
): string {
  const settingsPath = join(folder, `${terminalId}.json`)
  const credentialFile = `${terminalId}.credential`
  writeFileSync(join(folder, credentialFile), terminalId.slice(3))
  chmodSync(join(folder, credentialFile), 0o600)
  const settings = {
    terminalId,
    brokerUrls: [`mqtt://127.0.0.1:${server.mqttPort}`],
    credentialFile,
    serverUrl: `http://127.0.0.1:${server.httpPort}`,
    commandKeys: server.keys,
    allowedNetworks: ['127.0.0.1/32'],
    revision: 0,
    ports: [],
    scripts: [],
    ...polling,
  }
  writeFileSync(settingsPath, JSON.stringify(settings))
  return settingsPath
}
