import { sql } from 'kysely'

/** To be selected by queries of the first of many rows. */
export const ofHowMany = sql<number>`count(*) over ()::int`.as('total')
