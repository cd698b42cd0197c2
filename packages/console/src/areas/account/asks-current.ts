import { minutes } from '@coldkeep/domain/time/instant'

/** A little less than the service allows, since filling in a form takes time. */
const FRESH_MS = minutes(9)

/** Whether the service will ask for the present password too; should it after all, it says so. */
export function asksCurrent(signedInAt: number): boolean {
  return Date.now() - signedInAt > FRESH_MS
}
