import type { Rectangle } from '@coldkeep/rfb/rectangle'
import { type Colour, fillIn, type Ground, widthOf, writeOn } from '../screen/canvas'
import type { StoreScene } from './store-scene'

const SCENE_SIZE = { width: 640, height: 360 } as const

const WALL: Colour = [206, 202, 192]
const FLOOR: Colour = [150, 140, 126]
const FRAME: Colour = [62, 66, 72]
const GOODS: readonly Colour[] = [
  [196, 84, 70],
  [224, 176, 76],
  [92, 150, 92],
  [96, 128, 180],
]
const COLD: Colour = [150, 198, 224]
const WARM: Colour = [236, 178, 96]
const AJAR: Colour = [238, 244, 248]
const DISPLAY: Colour = [22, 24, 28]
const DIGITS: Colour = [232, 92, 74]
const STAMP: Colour = [250, 250, 246]
const COUNTER: Colour = [112, 84, 62]
/** As the terminal fills in what is masked. */
const MASKED: Colour = [96, 96, 96]
/** Of the light of day, where the shop is closed. */
const NIGHT_SHARE = 0.22

const FLOOR_AT = 232
const COLUMNS = 5
const MOST_CASES = 2 * COLUMNS
const CASE = { width: 112, height: 104, gap: 12, top: 30 } as const
/** Of a till with its PIN pad. */
const TILL: Rectangle = { x: 232, y: 128, width: 176, height: 120 }

/** What the camera of the sales floor sees: the cases, with what stands in them and what they show. */
export function drawSalesFloor(scene: StoreScene): Ground {
  const ground = emptyRoom()
  for (const [index, one] of scene.cases.slice(0, MOST_CASES).entries()) {
    const { x, y } = placeOf(index)
    fillIn(ground, { x, y, width: CASE.width, height: CASE.height }, FRAME)
    const inside = { x: x + 6, y: y + 22, width: CASE.width - 12, height: CASE.height - 30 }
    fillIn(ground, inside, one.isDefrosting ? WARM : COLD)
    for (let shelf = 0; shelf < 3; shelf++)
      for (let good = 0; good < 8; good++) {
        const colour = GOODS[(index + shelf + good) % GOODS.length] ?? FRAME
        fillIn(
          ground,
          { x: inside.x + 4 + good * 12, y: inside.y + 8 + shelf * 24, width: 9, height: 14 },
          colour,
        )
      }
    // a door that stands open hangs beside its case
    if (one.isDoorOpen)
      fillIn(ground, { x: x + CASE.width - 10, y: y + 18, width: 18, height: CASE.height - 20 }, AJAR)
    writeOn(ground, one.name.slice(0, 18), { x: x + 2, y: y + CASE.height + 3, scale: 1 }, FRAME)
  }
  return finished(ground, scene, () => showTemperatures(ground, scene))
}

/** The displays of the cases shine by themselves. */
function showTemperatures(ground: Ground, { cases }: StoreScene): void {
  for (const [index, { celsius }] of cases.slice(0, MOST_CASES).entries()) {
    const { x, y } = placeOf(index)
    fillIn(ground, { x: x + 6, y: y + 2, width: CASE.width - 12, height: 18 }, DISPLAY)
    const text = celsius.toFixed(1)
    writeOn(ground, text, { x: x + CASE.width - 10 - widthOf(text, 2), y: y + 4, scale: 2 }, DIGITS)
  }
}

function placeOf(index: number): Pick<Rectangle, 'x' | 'y'> {
  return {
    x: CASE.gap + (index % COLUMNS) * (CASE.width + CASE.gap),
    y: CASE.top + Math.floor(index / COLUMNS) * (CASE.height + 2 * CASE.gap),
  }
}

/** What the camera above the till sees, whose till and PIN pad the store has masked. */
export function drawTill(scene: StoreScene): Ground {
  const ground = emptyRoom()
  fillIn(ground, { x: 60, y: 216, width: 520, height: 120 }, COUNTER)
  fillIn(ground, { x: 60, y: 206, width: 520, height: 12 }, FRAME)
  for (let good = 0; good < 6; good++)
    fillIn(ground, { x: 84 + good * 22, y: 182, width: 16, height: 24 }, GOODS[good % GOODS.length] ?? FRAME)
  const drawn = finished(ground, scene, () => {})
  fillIn(drawn, TILL, MASKED)
  return drawn
}

function emptyRoom(): Ground {
  const { width, height } = SCENE_SIZE
  const ground = { words: new Uint32Array(width * height), width, height }
  fillIn(ground, { x: 0, y: 0, width, height }, WALL)
  fillIn(ground, { x: 0, y: FLOOR_AT, width, height: height - FLOOR_AT }, FLOOR)
  return ground
}

/** With the lights as they are, and the line that cameras write into their pictures. */
function finished(ground: Ground, { title, clock, isOpen }: StoreScene, shine: () => void): Ground {
  if (!isOpen) darken(ground)
  shine()
  const { width, height } = SCENE_SIZE
  fillIn(ground, { x: 0, y: height - 22, width, height: 22 }, DISPLAY)
  writeOn(ground, title, { x: 10, y: height - 18, scale: 2 }, STAMP)
  writeOn(ground, clock, { x: width - 10 - widthOf(clock, 2), y: height - 18, scale: 2 }, STAMP)
  return ground
}

function darken({ words }: Ground): void {
  for (const [at, word] of words.entries()) {
    const part = (shift: number) => Math.round(((word >>> shift) & 255) * NIGHT_SHARE) << shift
    words[at] = (0xff000000 | part(16) | part(8) | part(0)) >>> 0
  }
}
