import type { ByteReader, ByteWriter } from './byte-writer'
import { readRice, riceBits, riceCode, riceParameter } from './rice-code'

/** Forms of a column of whole numbers; the first byte names it. A Rice form is 32 · (order + 1) + low bits. */
const DIFFERENCES = 0
const RUNS = 1
const RUNS_OF_DIFFERENCES = 2
const RICE = 32
/** Differences, and differences of differences, that fit in the 32 bits of the Rice code with their sign. */
const LARGEST = 2 ** 30
const MOST_ORDER = 2
const FEW_BYTES = 6

/**
 * Writes whole numbers within 2^51, in the shortest of several forms: runs (switches, regular times), or the
 * differences to the first number, to the number before, or to the step before, in Rice's code, which suits noise.
 */
export function writeWholes(out: ByteWriter, numbers: readonly number[]): void {
  if (numbers.length === 0) return
  let form = RUNS
  let fewest = runBytes(numbers, RUNS)
  const more = runBytes(numbers, RUNS_OF_DIFFERENCES)
  if (more < fewest) {
    form = RUNS_OF_DIFFERENCES
    fewest = more
  }
  let rest: Uint32Array | null = null
  let fits = false
  // of what is a handful of runs nothing else is shorter
  for (let order = 0; order <= MOST_ORDER && fewest > FEW_BYTES; order++) {
    const differences = differencesOf(numbers, order)
    if (differences === null) continue
    fits = true
    const lowBits = riceParameter(differences)
    const bytes = signedBytes(numbers[0] ?? 0) + Math.ceil(riceBits(differences, lowBits) / 8)
    if (bytes >= fewest) continue
    form = RICE * (order + 1) + lowBits
    fewest = bytes
    rest = differences
  }
  if (rest !== null) {
    out.byte(form)
    out.signed(numbers[0] ?? 0)
    out.append(riceCode(rest, form % RICE))
  } else if (fits || fewest <= FEW_BYTES) writeRuns(out, numbers, form)
  else writeDifferences(out, numbers)
}

/** Reads `count` numbers that {@link writeWholes} wrote. */
export function readWholes(reader: ByteReader, count: number): number[] {
  const numbers: number[] = new Array(count)
  if (count === 0) return numbers
  const form = reader.byte()
  if (form === DIFFERENCES) {
    let number = 0
    for (let i = 0; i < count; i++) {
      number += reader.signed()
      numbers[i] = number
    }
  } else if (form === RUNS) readRuns(reader, numbers)
  else if (form === RUNS_OF_DIFFERENCES) readRunsOfDifferences(reader, numbers)
  else if (form >= RICE && form < RICE * (MOST_ORDER + 2)) readRiceForm(reader, form, numbers)
  else throw new Error(`packed numbers of form ${form}`)
  return numbers
}

/** For steps that are too large for the others. */
function writeDifferences(out: ByteWriter, numbers: readonly number[]): void {
  out.byte(DIFFERENCES)
  for (let i = 0; i < numbers.length; i++) out.signed((numbers[i] ?? 0) - (numbers[i - 1] ?? 0))
}

/** Does a number lengthen the run before: the same number again, or the same step again? */
function continues(numbers: readonly number[], index: number, form: number): boolean {
  if (index === 0) return false
  const step = stepTo(numbers, index)
  return form === RUNS ? step === 0 : step === stepTo(numbers, index - 1)
}

function stepTo(numbers: readonly number[], index: number): number {
  return (numbers[index] ?? 0) - (index === 0 ? 0 : (numbers[index - 1] ?? 0))
}

/** Pairs of a step and how often the number, or the step, comes in a row. */
function writeRuns(out: ByteWriter, numbers: readonly number[], form: number): void {
  out.byte(form)
  for (let i = 0; i < numbers.length; ) {
    const start = i
    for (i++; i < numbers.length && continues(numbers, i, form); i++);
    out.signed(stepTo(numbers, start))
    out.count(i - start)
  }
}

/** Of what {@link writeRuns} writes, its form apart. */
function runBytes(numbers: readonly number[], form: number): number {
  let bytes = 0
  for (let i = 0; i < numbers.length; ) {
    const start = i
    for (i++; i < numbers.length && continues(numbers, i, form); i++);
    bytes += signedBytes(stepTo(numbers, start)) + countBytes(i - start)
  }
  return bytes
}

function readRuns(reader: ByteReader, numbers: number[]): void {
  let number = 0
  for (let i = 0; i < numbers.length; ) {
    number += reader.signed()
    const end = runEnd(i, reader.count(), numbers.length)
    numbers.fill(number, i, end)
    i = end
  }
}

function readRunsOfDifferences(reader: ByteReader, numbers: number[]): void {
  let number = 0
  for (let i = 0; i < numbers.length; ) {
    const step = reader.signed()
    for (const end = runEnd(i, reader.count(), numbers.length); i < end; i++) {
      number += step
      numbers[i] = number
    }
  }
}

function runEnd(start: number, length: number, count: number): number {
  if (length < 1 || start + length > count) throw new RangeError('packed runs do not fit their count')
  return start + length
}

/** To the first number, to the one before, or of those again, with the sign in the lowest bit; null where one is too large. */
function differencesOf(numbers: readonly number[], order: number): Uint32Array | null {
  const first = numbers[0] ?? 0
  const rest = new Uint32Array(numbers.length - 1)
  let before = first
  let step = 0
  for (let i = 1; i < numbers.length; i++) {
    const number = numbers[i] ?? 0
    const difference = order === 0 ? number - first : number - before - (order === 2 ? step : 0)
    step = number - before
    before = number
    if (Math.abs(difference) >= LARGEST) return null
    rest[i - 1] = (difference << 1) ^ (difference >> 31)
  }
  return rest
}

function readRiceForm(reader: ByteReader, form: number, numbers: number[]): void {
  const order = Math.floor(form / RICE) - 1
  const first = reader.signed()
  const rest = readRice(reader, form % RICE, numbers.length - 1)
  numbers[0] = first
  let step = 0
  let number = first
  for (let i = 1; i < numbers.length; i++) {
    const coded = rest[i - 1] ?? 0
    const difference = (coded >>> 1) ^ -(coded & 1)
    if (order === 0) number = first + difference
    else {
      step = order === 1 ? difference : step + difference
      number += step
    }
    numbers[i] = number
  }
}

/** Of a number as {@link ByteWriter.signed} writes it. */
function signedBytes(value: number): number {
  return countBytes(value < 0 ? -2 * value - 1 : 2 * value)
}

/** Of a number as {@link ByteWriter.count} writes it. */
function countBytes(value: number): number {
  let bytes = 1
  for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) bytes++
  return bytes
}
