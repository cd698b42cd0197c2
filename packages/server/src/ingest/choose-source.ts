import type { Clock } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import type { Db } from '../db/connect'
import type { ServerCertificate } from '../http/server-certificate'
import { type BrokerAccounts, noAccounts } from '../messages/broker-accounts'
import type { MessageSource } from '../messages/message-source'
import { selectCredentials } from '../terminals/credential-queries'
import { credentialLookups } from './credential-lookups'
import { dynamicSecurity } from './dynamic-security'
import { embeddedBroker } from './embedded-broker'
import { outsideBroker } from './outside-broker'

/** Which broker a server listens to. */
export interface BrokerSettings {
  readonly host: string
  readonly mqttPort: number
  /** `null`: the embedded broker. */
  readonly mqttUrl: string | null
  readonly keepsBrokerUsers: boolean
}

/** Keeps the users of an outside broker where the settings say so. */
export function chooseAccounts(
  { mqttUrl, keepsBrokerUsers }: Pick<BrokerSettings, 'mqttUrl' | 'keepsBrokerUsers'>,
  log: Logger,
): BrokerAccounts {
  return keepsBrokerUsers && mqttUrl !== null ? dynamicSecurity({ url: mqttUrl, log }) : noAccounts
}

/** The broker that the settings name: one outside, else the embedded one. */
export function chooseSource(
  settings: Omit<BrokerSettings, 'keepsBrokerUsers'>,
  {
    db,
    clock,
    log,
    certificate,
  }: {
    readonly db: Db
    readonly clock: Clock
    readonly log: Logger
    readonly certificate: ServerCertificate | null
  },
): MessageSource {
  if (settings.mqttUrl !== null) return outsideBroker({ url: settings.mqttUrl, log })
  return embeddedBroker({
    host: settings.host,
    port: settings.mqttPort,
    certificate,
    findCredential: credentialLookups((terminals) => selectCredentials(db, terminals)),
    clock,
    log,
  })
}
