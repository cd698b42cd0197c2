import * as z from 'zod/mini'

/** An id that the sender makes, so that what is sent twice is stored once: a UUID, in lowercase. */
export const wireUuid = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/))
