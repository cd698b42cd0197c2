import { Problem } from '@coldkeep/contract/problem'
import type { AccountId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import { addAudit } from '../../audit/add-audit'
import type { Db } from '../../db/connect'
import type { Provider, ProviderIdentity } from '../../provider/open-provider'
import { type KnownAccount, selectAccountById } from './queries'
import { RefusedIdentity } from './refused-identity'

/**
 * The account that belongs to an identity. The first time it is found by the claim, and linked; from then on by issuer
 * and subject alone, whatever it is called there later.
 * @throws RefusedIdentity `session.provider_no_account`, `session.account_disabled`; Problem `provider.unreachable`
 */
export async function accountOfIdentity(
  db: Db,
  provider: Provider,
  identity: ProviderIdentity,
  now: EpochMs,
): Promise<KnownAccount> {
  const linked = await selectLinkedAccountId(db, identity)
  const account = await selectAccountById(db, linked ?? (await findByClaim(db, provider, identity)))
  if (account === null) throw refusal(provider, identity, { reason: 'no account' })
  if (!account.isEnabled) {
    throw new RefusedIdentity(new Problem('session.account_disabled'), account, named(identity))
  }
  if (linked === null) await link(db, provider, identity, account, now)
  return account
}

/** @returns false when the account has none */
export async function deleteProviderIdentity(db: Db, accountId: AccountId): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('providerIdentity')
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow()
  await db.deleteFrom('signIn').where('accountId', '=', accountId).where('issuer', 'is not', null).execute()
  return numDeletedRows > 0n
}

async function selectLinkedAccountId(
  db: Db,
  { issuer, subject }: ProviderIdentity,
): Promise<AccountId | null> {
  const row = await db
    .selectFrom('providerIdentity')
    .select('accountId')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.accountId ?? null
}

/** The one account that the claim names. Several of one mail address are nobody's. */
async function findByClaim(db: Db, provider: Provider, identity: ProviderIdentity): Promise<AccountId> {
  const name = await identity.accountName()
  if (name === null) throw refusal(provider, identity, { reason: 'no claim', claim: provider.claim })
  const found = await db
    .selectFrom('account')
    .select('accountId')
    .$if(provider.claim === 'email', (query) =>
      query.where(sql<string>`lower(email)`, '=', sql<string>`lower(${name})`),
    )
    .$if(provider.claim !== 'email', (query) => query.where('login', '=', name))
    .limit(2)
    .execute()
  const [only] = found
  if (only !== undefined && found.length === 1) return only.accountId
  const reason = found.length === 0 ? 'no account' : 'several accounts'
  throw refusal(provider, identity, { reason, [provider.claim]: name })
}

/** An account that belongs to somebody else there already is not given away; an administrator can end that link first. */
async function link(
  db: Db,
  provider: Provider,
  identity: ProviderIdentity,
  { accountId, login, name }: KnownAccount,
  now: EpochMs,
): Promise<void> {
  const { issuer, subject } = identity
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .insertInto('providerIdentity')
      .values({ issuer, subject, accountId, createdAt: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('accountId')
      .executeTakeFirst()
    if (row === undefined) {
      // two first sign-ins at once
      if ((await selectLinkedAccountId(trx, identity)) === accountId) return
      throw refusal(provider, identity, { reason: 'account of somebody else', account: login })
    }
    const entry = { at: now, by: { accountId, name }, storeId: null, kind: 'account.provider_link' }
    await addAudit(trx, { ...entry, subject: login, detail: named(identity), outcome: 'done' })
  })
}

function refusal(
  provider: Provider,
  identity: ProviderIdentity,
  detail: Readonly<Record<string, unknown>>,
): RefusedIdentity {
  const problem = new Problem('session.provider_no_account', { provider: provider.name })
  return new RefusedIdentity(problem, null, { ...named(identity), ...detail })
}

function named({ issuer, subject }: ProviderIdentity) {
  return { provider: issuer, provider_subject: subject }
}
