import { loadFieldKeys } from '../commands/keys'

/** Started by tests as a process of its own: says which keys it found or made. */
const keys = loadFieldKeys(process.argv[2] ?? '')
if (!keys.ok) throw new Error(keys.problem)
process.stdout.write(JSON.stringify(keys.value.publicKeys()))
