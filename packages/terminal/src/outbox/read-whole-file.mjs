// Reads every row of the outbox given as argument. Ends by a signal or with an error when the file is damaged.
import { open } from 'lmdb'

const root = open({ path: process.argv[2], noSubdir: true, readOnly: true, overlappingSync: false })
const rows = root.openDB('rows', { encoding: 'binary' })
for (const { value } of rows.getRange()) value.readDoubleBE()
process.exit(0)
