import { Problem } from '@coldkeep/contract/problem'
import type { AccountId, SignInId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { addAudit } from '../audit/add-audit'
import type { Db } from '../db/connect'
import type { Provider, ProviderIdentity } from './open-provider'
import { insertProviderIdentity, selectClaimed, selectLinkedAccountId } from './provider-identity-queries'
import { RefusedIdentity } from './refused-identity'
import { hasSecondFactor } from './second-factor-queries'
import { type KnownAccount, selectAccountById, selectSignIn } from './sign-in-queries'

/**
 * The account that belongs to an identity, by issuer and subject, whatever it is called there. Who has none is linked: to
 * the account that was signed in to for that, or to the one that the claim names where the operator has named a claim
 * and the account has no second factor, which the provider would go around.
 * @throws RefusedIdentity `session.provider_no_account`, `session.provider_not_linked`, `session.account_disabled`;
 * Problem `provider.unreachable`
 */
export async function accountOfIdentity(
  db: Db,
  provider: Provider,
  { identity, linking }: { readonly identity: ProviderIdentity; readonly linking: SignInId | null },
  now: EpochMs,
): Promise<KnownAccount> {
  const linked = await selectLinkedAccountId(db, identity)
  const owner =
    linking === null ? null : await ownerOf(db, { signInId: linking, linked, identity, provider }, now)
  const found = linked ?? owner ?? (await findByClaim(db, provider, identity))
  const account = await selectAccountById(db, found)
  if (account === null) throw refusal(provider, identity, { reason: 'no account' })
  if (!account.isEnabled) {
    throw new RefusedIdentity(new Problem('session.account_disabled'), account, named(identity))
  }
  const isByClaim = linked === null && owner === null
  if (isByClaim && (await hasSecondFactor(db, account.accountId)))
    throw notLinked(provider, identity, account)
  if (linked === null) await link(db, provider, identity, account, now)
  return account
}

/**
 * Whose sign-in this is, while it holds.
 * @throws RefusedIdentity where the identity belongs to another account already
 */
async function ownerOf(
  db: Db,
  of: {
    readonly signInId: SignInId
    readonly linked: AccountId | null
    readonly identity: ProviderIdentity
    readonly provider: Provider
  },
  now: EpochMs,
): Promise<AccountId> {
  const signIn = await selectSignIn(db, of.signInId)
  if (signIn === null || signIn.expiresAt <= now) throw new Problem('session.provider_ended')
  if (of.linked !== null && of.linked !== signIn.accountId) {
    throw refusal(of.provider, of.identity, { reason: 'identity of somebody else' })
  }
  return signIn.accountId
}

/** The one account that the claim names. Several with one mail address match none. */
async function findByClaim(db: Db, provider: Provider, identity: ProviderIdentity): Promise<AccountId> {
  if (provider.claim === null) throw notLinked(provider, identity, null)
  const name = await identity.accountName()
  if (name === null) throw refusal(provider, identity, { reason: 'no claim', claim: provider.claim })
  const found = await selectClaimed(db, provider.claim, name)
  const [only] = found
  if (only !== undefined && found.length === 1) return only.accountId
  const reason = found.length === 0 ? 'no account' : 'several accounts'
  throw refusal(provider, identity, { reason, [provider.claim]: name })
}

/**
 * An account that is linked to another identity there already is not given away; an administrator can end
 * that link first.
 */
async function link(
  db: Db,
  provider: Provider,
  identity: ProviderIdentity,
  { accountId, login, name }: KnownAccount,
  now: EpochMs,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await insertProviderIdentity(trx, identity, accountId, now))) {
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

function notLinked(
  provider: Provider,
  identity: ProviderIdentity,
  account: KnownAccount | null,
): RefusedIdentity {
  const problem = new Problem('session.provider_not_linked', { provider: provider.name })
  return new RefusedIdentity(problem, account, { ...named(identity), reason: 'not linked' })
}

function named({ issuer, subject }: ProviderIdentity) {
  return { provider: issuer, provider_subject: subject }
}
