import { Problem } from '@coldkeep/contract/problem'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { scopeOf } from '../../access/scope'
import type { SignedIn } from '../../access/signed-in'
import { addAudits } from '../../audit/add-audit'
import type { Handlers } from '../../calls/bind-call'
import type { Trx } from '../../db/connect'
import { openClaim } from '../claim'
import { makePlace, makePlaceNamed } from '../make-place'
import { type PlannedTerminal, planEnrolment } from '../plan-enrolment'
import { presentEnrolmentFault } from '../words/enrolment-faults'

type EnrolmentCall = 'previewEnrolment' | 'enrolTerminals'

export const enrolmentHandlers = {
  previewEnrolment: async ({ db, user, body, translate }) => {
    const planned = await planEnrolment(db, scopeOf(user), body.csv)
    return {
      rows: planned.map(({ row, code, store, idText, present, fault, column }) => ({
        row,
        store: code,
        storeName: store?.name ?? null,
        terminal: idText === '' ? null : idText,
        present,
        fault: fault === null ? null : presentEnrolmentFault(fault, column, translate),
      })),
      faultCount: planned.filter(({ fault }) => fault !== null).length,
    }
  },

  enrolTerminals: async ({ db, user, body, clock }) => {
    const now = clock.now()
    const by = { accountId: user.accountId, name: user.name }
    const terminals = await db.transaction().execute(async (trx) => {
      const planned = await planEnrolment(trx, scopeOf(user), body.csv)
      const made = []
      for (const row of planned) made.push(await enrol(trx, row, user, now))
      const common = { at: now, by, kind: 'terminal.enrol', outcome: 'done' as const }
      await addAudits(
        trx,
        made.map(({ terminalId, storeId }) => ({
          ...common,
          storeId,
          subject: terminalId,
          detail: { file: body.fileName },
        })),
      )
      return made
    })
    return {
      terminals: terminals.map(({ store, terminalId, code, expiresAt }) => ({
        store,
        terminalId,
        code,
        expiresAt,
      })),
    }
  },
} satisfies Pick<Handlers, EnrolmentCall>

/** @throws Problem `enrolment.file`: it cannot be done, or another enrolment was faster */
async function enrol(
  trx: Trx,
  { fault, store, terminalId: named, code: number }: PlannedTerminal,
  createdBy: SignedIn,
  now: EpochMs,
) {
  const refused = new Problem('enrolment.file', {}, { csv: 'format' })
  if (fault !== null || store === null) throw refused
  const { storeId } = store
  if (named !== null && !(await makePlaceNamed(trx, named, storeId, now))) throw refused
  const terminalId = named ?? (await makePlace(trx, storeId, now))
  const { code, expiresAt } = await openClaim(trx, { terminalId, storeId }, createdBy, now)
  return { store: number, storeId, terminalId, code, expiresAt }
}
