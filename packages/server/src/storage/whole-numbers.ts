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

interface Form {
  readonly bytes: number
  write(): void
}

/**
 * Writes whole numbers within 2^51, in the shortest of several forms: runs (switches, regular times), or the
 * differences to the first number, to the number before, or to the step before, in Rice's code, which comes within a
 * few percent of the entropy of noise.
 */
export function writeWholes(out: ByteWriter, numbers: readonly number[]): void {
  if (numbers.length === 0) return
  const forms: Form[] = []
  for (let order = 0; order <= MOST_ORDER; order++) {
    const form = riceForm(out, numbers, order)
    if (form) forms.push(form)
  }
  if (forms.length === 0) {
    writeDifferences(out, numbers)
    return
  }
  forms.push(runsForm(out, numbers), runsOfDifferencesForm(out, numbers))
  forms.reduce((best, form) => (form.bytes < best.bytes ? form : best)).write()
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

interface Run {
  readonly step: number
  length: number
}

/** A number and how often it comes in a row. */
function runsForm(out: ByteWriter, numbers: readonly number[]): Form {
  const runs: Run[] = []
  for (let i = 0; i < numbers.length; i++) {
    const step = (numbers[i] ?? 0) - (numbers[i - 1] ?? 0)
    const last = runs.at(-1)
    if (last && step === 0) last.length++
    else runs.push({ step, length: 1 })
  }
  return runForm(out, RUNS, runs)
}

/** A step and how often it is made in a row. */
function runsOfDifferencesForm(out: ByteWriter, numbers: readonly number[]): Form {
  const runs: Run[] = []
  for (let i = 0; i < numbers.length; i++) {
    const step = (numbers[i] ?? 0) - (numbers[i - 1] ?? 0)
    const last = runs.at(-1)
    if (last?.step === step) last.length++
    else runs.push({ step, length: 1 })
  }
  return runForm(out, RUNS_OF_DIFFERENCES, runs)
}

function runForm(out: ByteWriter, name: number, runs: readonly Run[]): Form {
  return {
    bytes: 1 + runs.reduce((sum, { step, length }) => sum + signedBytes(step) + countBytes(length), 0),
    write() {
      out.byte(name)
      for (const { step, length } of runs) {
        out.signed(step)
        out.count(length)
      }
    },
  }
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

/** Null where a difference is too large. */
function riceForm(out: ByteWriter, numbers: readonly number[], order: number): Form | null {
  const first = numbers[0] ?? 0
  const rest = new Uint32Array(numbers.length - 1)
  let step = 0
  for (let i = 1; i < numbers.length; i++) {
    const number = numbers[i] ?? 0
    const before = order === 0 ? first : (numbers[i - 1] ?? 0)
    const difference = number - before - (order === 2 ? step : 0)
    step = number - before
    if (Math.abs(difference) >= LARGEST) return null
    rest[i - 1] = (difference << 1) ^ (difference >> 31)
  }
  const lowBits = riceParameter(rest)
  return {
    bytes: 1 + signedBytes(first) + Math.ceil(riceBits(rest, lowBits) / 8),
    write() {
      out.byte(RICE * (order + 1) + lowBits)
      out.signed(first)
      out.append(riceCode(rest, lowBits))
    },
  }
}

function readRiceForm(reader: ByteReader, form: number, numbers: number[]): void {
  const order = Math.floor(form / RICE) - 1
  const first = reader.signed()
  const rest = new Uint32Array(numbers.length - 1)
  reader.take(readRice(reader.rest(), form % RICE, rest))
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
