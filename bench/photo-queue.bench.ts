import { type Cut, cuts } from '../e2e/support/cut-steps'
import { type CutPhoto, cutPhotos } from '../e2e/support/killed-phone'
import { closeBrowser } from '../e2e/support/launch-browser'
import { openOwnSite } from '../e2e/support/own-site'
import type { Report, Wishes } from './report'

const UPLOADS = 200
const BATCHES = 4
/** A photo may be through before its step comes; more of them prove nothing. */
const LEAST_REACHED = 90

/**
 * Photos of a phone whose browser is killed with SIGKILL, each at another step of its way, and started again on what it left
 * on the disk: how many are at the service exactly once with the time that their camera wrote. Built consoles only. How many
 * photos: `npm run bench -- photo-queue --runs 40`.
 * @throws Error where one is lost, there twice, or has another time, and where most were not cut at all
 */
export async function run(report: Report, wishes: Wishes): Promise<void> {
  const uploads = Number(wishes.runs ?? UPLOADS)
  const planned = Array.from({ length: uploads }, (_, index): Cut => cuts[index % cuts.length] as Cut)
  const site = await openOwnSite()
  try {
    const photos = await cutPhotos(site, planned)
    for (const line of linesOf(photos)) console.log(`  ${line}`)
    const batches = Array.from({ length: BATCHES }, (_, batch) =>
      photos.filter((_photo, index) => index % BATCHES === batch),
    )
    const share = (some: readonly CutPhoto[]) => (100 * some.filter(isRight).length) / some.length
    report.add(`photos at the service exactly once, ${uploads} cuts`, '%', 'higher', batches.map(share))
    const wrong = photos.filter((photo) => !isRight(photo))
    if (wrong.length > 0) throw new Error(JSON.stringify(wrong))
    const reached = (some: readonly CutPhoto[]) =>
      (100 * some.filter(({ isReached }) => isReached).length) / some.length
    report.add(`browsers killed at their step, ${uploads} cuts`, '%', 'higher', batches.map(reached))
    const all = reached(photos)
    if (all < LEAST_REACHED) throw new Error(`only ${all} % were cut where they should be`)
  } finally {
    await site.close()
    await closeBrowser()
  }
}

/** What was said to be kept may not be lost; what never appeared was added again. */
function isRight({ copies, withTime, isKept, isAddedAgain }: CutPhoto): boolean {
  return copies === 1 && withTime === 1 && !(isKept && isAddedAgain)
}

function linesOf(photos: readonly CutPhoto[]): readonly string[] {
  return cuts.flatMap(({ step, nth }) => {
    const some = photos.filter((photo) => photo.step === step && photo.nth === nth)
    if (some.length === 0) return []
    const count = (is: (photo: CutPhoto) => boolean) => some.filter(is).length
    const again = count(({ isAddedAgain }) => isAddedAgain)
    return `${`${step} (${nth})`.padEnd(32)} killed there ${count(({ isReached }) => isReached)} of ${some.length}, once ${count(isRight)}, added again ${again}`
  })
}
