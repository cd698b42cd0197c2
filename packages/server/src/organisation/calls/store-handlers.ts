import { Problem } from '@coldkeep/contract/problem'
import { csvText } from '@coldkeep/contract/wire/csv'
import { type StoreFigures, storeCells, storeColumns } from '@coldkeep/domain/organisation/store-cells'
import { selectScope } from '../../access/scope'
import { addAudits } from '../../audit/add-audit'
import type { Handlers } from '../../calls/bind-call'
import { importPlanned, storeEntries } from '../import-stores'
import { selectDepartmentTree } from '../organisation-queries'
import { codesOf, figuresOf, fingerprintOf, placesOf, planStores, readStores } from '../plan-stores'
import { lockStoreCodes, selectStoreRows, selectVendorIds } from '../store-queries'
import { presentStoreFault } from '../words/store-faults'

type StoreCall = 'storesCsv' | 'previewStores' | 'importStores'

const MOST_SHOWN = 200

export const storeHandlers = {
  storesCsv: async ({ db, user, query }) => {
    const scope = await selectScope(db, user, query.departmentId)
    if (query.rows === 'none') return { csv: csvText([storeColumns]) }
    const places = placesOf(await selectDepartmentTree(db, user.departmentId))
    const vendorNames = new Map([...(await selectVendorIds(db))].map(([name, id]) => [id, name]))
    const stores = await selectStoreRows(db, scope)
    const lines = stores.map((store) => lineOf(figuresOf(store, places, vendorNames)))
    return { csv: csvText([storeColumns, ...lines]) }
  },

  previewStores: async ({ db, user, body, translate }) => {
    const { plan, faults } = await planStores(db, user.departmentId, await readStores(body.csv))
    return {
      plan: faults.length === 0 ? fingerprintOf(plan) : null,
      added: plan.added.length,
      changed: plan.changed.length,
      unchanged: plan.unchanged,
      newVendors: [...plan.newVendors],
      changes: [...plan.changed, ...plan.added].slice(0, MOST_SHOWN).map(({ before, figures, columns }) => ({
        code: figures.code,
        name: figures.name,
        isNew: before === null,
        columns: [...columns],
      })),
      faultCount: faults.length,
      faults: faults
        .slice(0, MOST_SHOWN)
        .map((fault) => ({ ...fault, message: presentStoreFault(fault.code, translate) })),
    }
  },

  importStores: async ({ db, user, body, clock }) => {
    const at = clock.now()
    const table = await readStores(body.csv)
    return db.transaction().execute(async (trx) => {
      await lockStoreCodes(trx, codesOf(table))
      const { plan, faults } = await planStores(trx, user.departmentId, table)
      const { added, changed, unchanged } = plan
      if (faults.length > 0) throw new Problem('store.file', {}, { csv: 'format' })
      const done = { added: added.length, changed: changed.length, unchanged }
      if (added.length + changed.length === 0) return done
      if (fingerprintOf(plan) !== body.plan) throw new Problem('row.changed', {}, {}, done)
      const ids = await importPlanned(trx, plan)
      const whole = { kind: 'store.import', subject: String(user.departmentId), storeId: null }
      const entry = { at, by: { accountId: user.accountId, name: user.name }, outcome: 'done' as const }
      const file = body.fileName
      const each = storeEntries(plan, ids, { user, at, file })
      await addAudits(trx, [{ ...entry, ...whole, detail: { file, ...done } }, ...each])
      return done
    })
  },
} satisfies Pick<Handlers, StoreCall>

function lineOf(figures: StoreFigures): readonly string[] {
  const cells = storeCells(figures)
  return storeColumns.map((column) => cells[column])
}
