import type { SignedMessage } from '@coldkeep/contract/mqtt/signed'
import type { TrustedKey } from '@coldkeep/contract/mqtt/trusted-key'
import type { TerminalId } from '@coldkeep/domain/ids'
import type { TryLimit } from '../access/try-limit'
import type { LogFiles } from '../commands/log-files'
import type { BrokerAccounts } from '../messages/broker-accounts'

/** What calls may do to terminals and send them: their connections live outside HTTP. */
export interface FieldLink {
  /** Ends the connections, in this process, of terminals whose credential is no longer valid. */
  recheck(terminals: readonly TerminalId[]): Promise<void>
  /**
   * Where terminals reach the broker, in the order they try.
   * @param requestedHost the name by which the terminal reached this server
   */
  brokerUrls(requestedHost: string): readonly string[]
  /** The certificate of the authority that signs the broker's, in PEM; `null` where none is settled. */
  readonly authority: string | null
  /** Keys that terminals are to trust. */
  commandKeys(): readonly TrustedKey[]
  /** A message to a terminal, signed with the key in use. */
  signed(content: object): SignedMessage
  readonly claimTries: TryLimit
  /** The accounts of an outside broker. */
  readonly accounts: BrokerAccounts
  /** Sends at once what has just been put on its way to terminals. */
  wake(): void
  /** Begins at once with the targets of jobs that wait. */
  wakeJobs(): void
  readonly logs: LogFiles
}
