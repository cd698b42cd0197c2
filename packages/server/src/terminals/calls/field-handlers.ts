import { Problem } from '@coldkeep/contract/problem'
import { selectBodyByHash } from '../../bundles/bundle-queries'
import type { Handlers } from '../../calls/bind-call'
import type { FieldLink } from '../field-link'
import { isLogRequest } from '../terminal-command-queries'

type FieldCall = 'fetchBundle' | 'handOverLog'

/** What calls that terminals make need. */
export interface FieldCallParts {
  readonly field: Pick<FieldLink, 'logs'>
}

const SHA256 = /^[0-9a-f]{64}$/
const COMMAND_ID = /^[0-9A-HJKMNP-TV-Z]{26}$/

/** Calls for terminals alone: what they are to run, and where they upload what was requested. */
export function fieldHandlers({ field }: FieldCallParts): Pick<Handlers, FieldCall> {
  return {
    fetchBundle: async ({ db, terminal: { storeId, terminalId }, params: { sha256 } }) => {
      // one of another terminal cannot be told from one that is not there
      const bytes = SHA256.test(sha256) ? await selectBodyByHash(db, storeId, terminalId, sha256) : null
      if (bytes === null) throw new Problem('route.unknown')
      return { from: 'memory', bytes }
    },

    handOverLog: async ({ db, clock, terminal, params: { commandId }, body }) => {
      const isAwaited = COMMAND_ID.test(commandId) && (await isLogRequest(db, terminal, commandId))
      if (!isAwaited) throw new Problem('route.unknown')
      const outcome = await field.logs.keep(commandId, body)
      await field.logs.tidy(clock.now())
      if (outcome === 'taken') throw new Problem('route.unknown')
      if (outcome === 'not_packed') throw new Problem('request.malformed')
      if (outcome === 'too_large') throw new Problem('request.too_large', { limit: '16 MB' })
      return {}
    },
  }
}
