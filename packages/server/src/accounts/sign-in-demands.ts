import { asksFactor, type FactorDemand } from '@coldkeep/domain/access/factor-demand'
import type { PageKey } from '@coldkeep/domain/access/page-key'
import type { EpochMs } from '@coldkeep/domain/time/instant'

/** True where the company asks for a second factor that is not set up. Of who comes by the provider, the provider asks it. */
export function lacksFactor({
  issuer,
  factorSince,
  factorDemand,
  pageKeys,
}: {
  readonly issuer: string | null
  readonly factorSince: EpochMs | null
  readonly factorDemand: FactorDemand | null
  readonly pageKeys: ReadonlySet<PageKey>
}): boolean {
  return issuer === null && factorSince === null && asksFactor(factorDemand ?? 'nobody', pageKeys)
}

/** A password that somebody else gave is replaced by who signs in with it; the provider's word needs none. */
export function mustChoosePassword(signedIn: {
  readonly mustChangePassword: boolean
  readonly issuer: string | null
}): boolean {
  return signedIn.mustChangePassword && signedIn.issuer === null
}
