import type { Settings } from '../env'

/** What a server on this machine alone starts with: ports that are free, nothing of the optional services. */
export function bareSettings(dataFolder: string, changed: Partial<Settings> = {}): Settings {
  return {
    port: 0,
    host: '127.0.0.1',
    tls: null,
    dataFolder,
    adminPassword: null,
    databaseUrl: null,
    mqttPort: 0,
    mqttUrl: null,
    publicMqttUrls: [],
    mqttCaFile: null,
    keepsBrokerUsers: false,
    mail: null,
    publicUrl: null,
    provider: null,
    webhookHosts: new Set(),
    proxies: [],
    line: null,
    metricsToken: null,
    smsFile: null,
    releaseRootFile: null,
    mostPhotos: 10,
    gatewayName: null,
    serves: 'all',
    ...changed,
  }
}
