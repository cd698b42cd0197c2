import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files whose walks mostly wait for programs, or go through every page: begun last, one would keep all waiting. */
const LONGEST = ['whole-chain', 'terminals', 'languages', 'saved-views', 'device-connection-rate', 'alarms']

/** On a machine that has not run the walks before, nothing else tells their order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = LONGEST.indexOf(basename(moduleId, '.e2e.ts'))
  return place < 0 ? LONGEST.length : place
}
