/** A claim code as it is checked: 12 characters of Crockford's base32, 5 bits each. */
export interface ClaimCode {
  /** The first 4 characters, by which the code is found. */
  readonly selector: string
  /** The other 8, which are secret. */
  readonly verifier: string
}

/** The alphabet of Crockford's base32 (crockford.com/base32.html): no I, L, O and U. */
export const CLAIM_CODE_SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const FORM = /^[0-9A-HJKMNP-TV-Z]{12}$/
const SELECTOR_LENGTH = 4

/**
 * Reads a code as people type it: small letters count as capitals, I and L as 1, O as 0 (Crockford's base32), blanks
 * and hyphens as nothing.
 * @returns `null` for a text that cannot be a code
 */
export function readClaimCode(text: string): ClaimCode | null {
  const plain = text
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
    .replace(/[IL]/g, '1')
    .replace(/O/g, '0')
  if (!FORM.test(plain)) return null
  return { selector: plain.slice(0, SELECTOR_LENGTH), verifier: plain.slice(SELECTOR_LENGTH) }
}

/** `7K2M-9QXA-04TC`, in groups that can be read out. */
export function writeClaimCode({ selector, verifier }: ClaimCode): string {
  return [selector, verifier.slice(0, SELECTOR_LENGTH), verifier.slice(SELECTOR_LENGTH)].join('-')
}
