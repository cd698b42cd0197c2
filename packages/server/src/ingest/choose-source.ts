import type { Clock } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import type { Db } from '../db/connect'
import type { Settings } from '../env'
import { type BrokerAccounts, noAccounts } from './broker-accounts'
import { dynamicSecurity } from './dynamic-security'
import { embeddedBroker } from './embedded-broker'
import type { MessageSource } from './message-source'
import { outsideBroker } from './outside-broker'
import { selectCredential } from './queries'

/** Keeps the users of an outside broker where the settings say so. */
export function chooseAccounts(
  { mqttUrl, keepsBrokerUsers }: Pick<Settings, 'mqttUrl' | 'keepsBrokerUsers'>,
  log: Logger,
): BrokerAccounts {
  return keepsBrokerUsers && mqttUrl !== null ? dynamicSecurity({ url: mqttUrl, log }) : noAccounts
}

/** The broker that the settings name: one outside, else the embedded one. */
export function chooseSource(
  settings: Pick<Settings, 'host' | 'mqttPort' | 'mqttUrl'>,
  { db, clock, log }: { readonly db: Db; readonly clock: Clock; readonly log: Logger },
): MessageSource {
  if (settings.mqttUrl !== null) return outsideBroker({ url: settings.mqttUrl, log })
  return embeddedBroker({
    host: settings.host,
    port: settings.mqttPort,
    findCredential: (terminal) => selectCredential(db, terminal),
    clock,
    log,
  })
}
