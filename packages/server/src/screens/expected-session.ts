import type { ScreenRule } from '@coldkeep/contract/areas/screens'
import type { ScreenMode } from '@coldkeep/contract/mqtt/screen-tunnel'
import type { StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { SignedIn } from '../access/signed-in'

/** A session whose terminal was ordered to dial. */
export interface ExpectedSession {
  readonly storeId: StoreId
  readonly sessionId: string
  readonly terminalId: TerminalId
  readonly token: string
  readonly mode: ScreenMode
  readonly user: SignedIn
  readonly rule: ScreenRule
}
