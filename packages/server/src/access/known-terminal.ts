import type { StoreId, TerminalId } from '@coldkeep/domain/ids'

/** A terminal that has shown its credential. */
export interface KnownTerminal {
  readonly terminalId: TerminalId
  readonly storeId: StoreId
}
