import { connect } from '../db/connect'
import { type CreditTrial, tryCredits } from './credit-trial'
import type { TinyFleet } from './tiny-fleet'

/** What the program is to do. */
export interface PostingOrder extends Omit<CreditTrial, 'wasPosted'> {
  readonly databaseUrl: string
  readonly fleet: TinyFleet
}

// Posts made-up operations and names each entry once its commit is acknowledged. Its end is to be killed.
const { databaseUrl, fleet, ...trial } = JSON.parse(process.argv[2] ?? '') as PostingOrder
const { kysely } = await connect({ databaseUrl, connections: 4 })
await tryCredits([kysely], fleet, { ...trial, wasPosted: (entry) => void process.stdout.write(`${entry}\n`) })
process.exit(0)
