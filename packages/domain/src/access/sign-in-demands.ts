import type { EpochMs } from '../time/instant'
import { type FactorDemand, requiresFactor } from './factor-demand'
import type { PageKey } from './page-key'

/**
 * True where the company requires a second factor that is not set up. For an account that signs in through
 * the provider, the second factor is the provider's business.
 */
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
  return issuer === null && factorSince === null && requiresFactor(factorDemand ?? 'nobody', pageKeys)
}

/**
 * A password that someone else set has to be replaced at the next sign-in; signing in through the provider
 * never requires it.
 */
export function mustChoosePassword(signedIn: {
  readonly mustChangePassword: boolean
  readonly issuer: string | null
}): boolean {
  return signedIn.mustChangePassword && signedIn.issuer === null
}
