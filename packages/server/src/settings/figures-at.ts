import type { ChosenFigures } from '@coldkeep/domain/analysis/figures'
import { groupBy } from '@coldkeep/domain/group-by'
import type { StoreId } from '@coldkeep/domain/ids'
import {
  nearestSetting,
  type SettingPlace,
  settingsByScope,
} from '@coldkeep/domain/organisation/setting-scope'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Db } from '../db/connect'
import { type FigureChoice, selectFigureChoices } from './figure-choice-queries'
import { selectStorePlaces } from './setting-place-queries'

export interface FiguresQuery {
  readonly storeId: StoreId
  readonly at: EpochMs
  /** Choices that are known to count; `null`: those that stood at the instant. */
  readonly choiceIds: readonly number[] | null
}

/** What was chosen for a store, and the choices that say so. */
export interface FiguresAt {
  readonly figures: ChosenFigures
  readonly choiceIds: readonly number[]
}

const NOTHING: FiguresAt = { figures: {}, choiceIds: [] }

/** What counts in stores at instants, an answer for each question in its place. */
export async function figuresAt(db: Db, queries: readonly FiguresQuery[]): Promise<FiguresAt[]> {
  const storeIds = [...new Set(queries.map(({ storeId }) => storeId))]
  const choices = storeIds.length === 0 ? [] : await selectFigureChoices(db, storeIds)
  if (choices.length === 0) return queries.map(() => NOTHING)
  const places = new Map((await selectStorePlaces(db, storeIds)).map((place) => [place.storeId, place]))
  return queries.map(({ storeId, at, choiceIds }) => {
    const place = places.get(storeId)
    if (choiceIds !== null) return of(choices.filter((one) => choiceIds.includes(one.figureChoiceId)))
    return place === undefined ? NOTHING : of(nearestChoices(choices, place, at))
  })
}

/** Of each group the choice of the nearest place that had one. */
function nearestChoices(choices: readonly FigureChoice[], place: SettingPlace, at: EpochMs): FigureChoice[] {
  const made = choices.filter(({ changedAt }) => changedAt <= at)
  return [...groupBy(made, ({ figureGroup }) => figureGroup).values()].flatMap((ofGroup) => {
    // a later choice of a place takes the place of its earlier one
    const last = [...settingsByScope(ofGroup).values()].filter(({ figures }) => figures !== null)
    return nearestSetting(settingsByScope(last), place) ?? []
  })
}

function of(choices: readonly FigureChoice[]): FiguresAt {
  return {
    figures: Object.fromEntries(
      choices.flatMap(({ figureGroup, figures }) => (figures === null ? [] : [[figureGroup, figures]])),
    ),
    choiceIds: choices.map(({ figureChoiceId }) => figureChoiceId).sort((a, b) => a - b),
  }
}
