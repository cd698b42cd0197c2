import { Problem } from '@coldkeep/contract/problem'
import { addAudit } from '../../audit/add-audit'
import { desiredOf } from '../../bundles/desired-bundles'
import type { Handlers } from '../../calls/bind-call'
import type { FieldLink } from '../field-link'
import { terminalEntry } from '../make-place'
import { judgeProof } from '../replacement'
import { forgetReplacement } from '../replacement-queries'
import { reachableTerminal } from './configuration-handlers'

type ReplacementCall = 'cancelReplacement' | 'proveReplacement'

/** What replacing a terminal needs. */
export interface ReplacementCallParts {
  readonly field: Pick<FieldLink, 'signed' | 'accounts' | 'recheck'>
}

export function replacementHandlers({ field }: ReplacementCallParts): Pick<Handlers, ReplacementCall> {
  return {
    cancelReplacement: async ({ db, user, params, clock }) => {
      const now = clock.now()
      const terminal = await reachableTerminal(db, user, params.terminalId)
      await db.transaction().execute(async (trx) => {
        if (!(await forgetReplacement(trx, terminal.terminalId, now))) throw new Problem('replacement.none')
        await addAudit(trx, terminalEntry(user, terminal, 'terminal.replacement_cancelled', now))
      })
      return {}
    },

    proveReplacement: async ({ db, body, clock }) => {
      const now = clock.now()
      const { tid: terminal, secret, program, configuration: holds } = body
      const judged = await judgeProof(db, { terminal, secret, program, holds }, now)
      if (!judged.ok) throw new Problem(judged.problem)
      if (!judged.value.isProved) {
        const { newest, text } = judged.value
        return { is_proved: false, configuration: { wanted: field.signed(desiredOf(newest, now)), text } }
      }
      const { terminalId } = judged.value
      await field.accounts.put(terminalId, secret).catch(() => {
        throw new Problem('service.unavailable')
      })
      await field.recheck([terminalId])
      return { is_proved: true, configuration: null }
    },
  }
}
