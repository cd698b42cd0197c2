import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take long, or wait for real programs most of their time: begun last, one would keep all waiting. */
const LONGEST = [
  // these have a server of their own and need not wait for that of the others
  'roles.e2e.ts',
  'whole-chain.e2e.ts',
  'field-commands.e2e.ts',
  'configured-by-server.e2e.ts',
  // these wait
  'terminals.e2e.ts',
  'languages.e2e.ts',
  'saved-views.e2e.ts',
  'device-connection-rate.e2e.ts',
  'alarms.e2e.ts',
  'twin-sites.test.ts',
  'killed-server.test.ts',
  'every-call.test.ts',
  'fault-table.test.ts',
  'archive.test.ts',
  'embedded.test.ts',
  'start-server.test.ts',
  'TableEditor.test.tsx',
  'EditDialog.test.tsx',
  'bundles.test.ts',
  'exactly-once.test.ts',
  'alarm-rounds.test.ts',
  'terminal.test.ts',
]

/** On a machine that has not run the tests before, nothing else determines their order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = LONGEST.indexOf(basename(moduleId))
  return place < 0 ? LONGEST.length : place
}
