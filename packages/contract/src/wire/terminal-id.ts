import type { TerminalId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'

/** The id of a terminal as on its label: `TB-` and 4 to 16 digits or capital letters. */
export const wireTerminalId = z.codec(
  z.string().check(z.regex(/^TB-[0-9A-Z]{4,16}$/)),
  z.custom<TerminalId>((value) => typeof value === 'string'),
  { decode: (text) => text as TerminalId, encode: (id): string => id },
)
