import { Problem } from '@coldkeep/contract/problem'
import type { Handlers } from '../../calls/bind-call'
import { receiveEvents } from '../line/receive-line'
import type { Notices } from '../notices'

/** What the call that LINE makes needs. */
export interface LineCallParts {
  readonly notices: Pick<Notices, 'line'>
}

export function lineHandlers({ notices }: LineCallParts): Pick<Handlers, 'receiveLine'> {
  return {
    receiveLine: async ({ db, clock, body }) => {
      if (notices.line === null) throw new Problem('route.unknown')
      await receiveEvents(body, notices.line, { db, clock })
      return {}
    },
  }
}
