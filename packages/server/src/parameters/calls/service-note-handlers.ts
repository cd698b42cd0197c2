import { Problem } from '@coldkeep/contract/problem'
import { addAudit } from '../../audit/add-audit'
import type { Handlers } from '../../calls/bind-call'
import { lockServiceNote, putServiceNote, selectServiceNote } from '../service-note-queries'

export const serviceNoteHandlers = {
  readServiceNote: async ({ db, user }) => {
    const found = await selectServiceNote(db, user.departmentId)
    if (found === undefined) return { note: '', owner: null, savedBy: null, savedAt: null, revision: 0 }
    const { departmentId, departmentName, note, revision, savedBy, savedAt } = found
    const isOwn = departmentId === user.departmentId
    return {
      ...{ note, savedBy, savedAt },
      owner: { id: departmentId, name: departmentName },
      revision: isOwn ? revision : 0,
    }
  },

  writeServiceNote: async ({ db, user, body, clock }) => {
    const { departmentId } = user
    const note = body.note.trim()
    const now = clock.now()
    await db.transaction().execute(async (trx) => {
      const before = await lockServiceNote(trx, departmentId)
      if ((before?.revision ?? 0) !== body.revision) throw new Problem('row.changed')
      const revision = body.revision + 1
      await putServiceNote(trx, departmentId, { note, revision, savedBy: user.name, savedAt: now })
      await addAudit(trx, {
        at: now,
        by: { accountId: user.accountId, name: user.name },
        storeId: null,
        departmentId,
        kind: 'service_note.change',
        subject: '',
        detail: { before: before?.note ?? '', after: note },
        outcome: 'done',
      })
    })
    return {}
  },
} satisfies Pick<Handlers, 'readServiceNote' | 'writeServiceNote'>
