import type { Id } from '@coldkeep/domain/ids'

/** An id as the address has it; anything else is none. */
export function idIn<Kind extends Id<string>>(text: string | undefined): Kind | null {
  return /^[1-9][0-9]{0,14}$/.test(text ?? '') ? (Number(text) as Kind) : null
}
