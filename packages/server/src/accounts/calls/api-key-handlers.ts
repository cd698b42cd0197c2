import { MOST_KEY_DAYS, MOST_KEYS } from '@coldkeep/contract/areas/api-keys'
import { Problem } from '@coldkeep/contract/problem'
import { days, epochMs } from '@coldkeep/domain/time/instant'
import { scopeOf, selectScope } from '../../access/scope'
import { addAudit } from '../../audit/add-audit'
import type { Handlers } from '../../calls/bind-call'
import { API_KEY_PREFIX, makeApiKey } from '../api-key'
import { countHolding, insertApiKey, selectApiKeys, updateRevoked } from '../api-key-queries'

export const apiKeyHandlers = {
  listApiKeys: async ({ db, user, clock }) => {
    const rows = await selectApiKeys(db, scopeOf(user), clock.now())
    return {
      keys: rows.map((row) => ({
        id: row.apiKeyId,
        name: row.name,
        begins: `${API_KEY_PREFIX}${row.selector}`,
        account: row.accountName,
        department: { id: row.departmentId, name: row.departmentName },
        pages: row.pages,
        state: row.state,
        createdAt: row.createdAt,
        expiresAt: row.expiresAt,
        lastUsedAt: row.lastUsedAt,
      })),
    }
  },

  addApiKey: async ({ db, user, body, clock }) => {
    const now = clock.now()
    const { name, departmentId } = body
    const expiresAt = epochMs(body.expiresAt)
    const pageKeys = [...new Set(body.pages)]
    await selectScope(db, user, departmentId)
    if (pageKeys.some((page) => !user.pageKeys.has(page))) {
      throw new Problem('key.beyond', {}, { pages: 'choice' })
    }
    if (expiresAt <= now || expiresAt > now + days(MOST_KEY_DAYS)) {
      throw new Problem('request.malformed', {}, { expiresAt: 'range' })
    }
    const { accountId } = user
    const { key, ...parts } = makeApiKey()
    const id = await db.transaction().execute(async (trx) => {
      if ((await countHolding(trx, accountId, now)) >= MOST_KEYS) {
        throw new Problem('key.too_many', { count: MOST_KEYS })
      }
      const detail = { departmentId, pageKeys, expiresAt: body.expiresAt }
      const by = { accountId, name: user.name }
      const entry = { at: now, by, storeId: null, departmentId, kind: 'key.add', subject: name, detail }
      await addAudit(trx, { ...entry, outcome: 'done' })
      return insertApiKey(trx, { ...parts, name, accountId, departmentId, pageKeys, expiresAt }, now)
    })
    return { id, key }
  },

  revokeApiKey: async ({ db, user, params, clock }) => {
    const now = clock.now()
    const scope = scopeOf(user)
    await db.transaction().execute(async (trx) => {
      const revoked = await updateRevoked(trx, scope, params.id, now)
      if (revoked === null) throw new Problem('key.unknown')
      const { name, departmentId } = revoked
      const by = { accountId: user.accountId, name: user.name }
      const entry = { at: now, by, storeId: null, departmentId, kind: 'key.revoke', subject: name }
      await addAudit(trx, { ...entry, outcome: 'done' })
    })
    return {}
  },
} satisfies Pick<Handlers, 'listApiKeys' | 'addApiKey' | 'revokeApiKey'>
