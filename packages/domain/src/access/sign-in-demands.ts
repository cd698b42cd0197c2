import type { EpochMs } from '../time/instant'
import { asksFactor, type FactorDemand } from './factor-demand'
import type { PageKey } from './page-key'

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
