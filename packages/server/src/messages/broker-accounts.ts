import type { TerminalId } from '@coldkeep/domain/ids'

/**
 * The accounts of an outside broker, kept there by us. Every call throws where the broker cannot be reached.
 */
export interface BrokerAccounts {
  /** Lets a terminal in with this secret and no other; an open connection with another one ends. */
  put(terminal: TerminalId, secret: string): Promise<void>
  /** Ends the connection of a terminal and refuses it, or lets it in again with the secret that it has. */
  setEnabled(terminal: TerminalId, isEnabled: boolean): Promise<void>
  close(): Promise<void>
}

/**
 * The embedded broker reads the database itself; where operators add the users of an outside one there is
 * nothing to do.
 */
export const noAccounts: BrokerAccounts = {
  put: async () => {},
  setEnabled: async () => {},
  close: async () => {},
}
