/**
 * A stream of random numbers as a plain object: it is saved with the state it belongs to.
 * The four words are those of the small fast counter generator sfc32; `spare` is the second number of a normal pair.
 */
export interface RandomState {
  a: number
  b: number
  c: number
  d: number
  spare: number
  hasSpare: boolean
}

const WARM_UP_DRAWS = 12

/**
 * A stream that depends on nothing but the seed and the path, so the order in which streams are made or drawn
 * from changes none of them.
 */
export function randomStream(seed: number, ...path: readonly (string | number)[]): RandomState {
  const random: RandomState = { a: 0, b: 0, c: 0, d: 0, spare: 0.5, hasSpare: false }
  reseed(random, seed, hashPath(path))
  return random
}

/** Restarts an existing stream at `seed` and `key`, without making an object. */
export function reseed(random: RandomState, seed: number, key: number): void {
  random.a = mix(seed ^ 0x9e3779b9)
  random.b = mix(key ^ 0x243f6a88)
  random.c = mix(random.a ^ key)
  random.d = 1
  random.hasSpare = false
  for (let i = 0; i < WARM_UP_DRAWS; i++) uniform(random)
}

/** A 32-bit number for a path of labels; different paths give unrelated numbers. */
export function hashPath(path: readonly (string | number)[]): number {
  let hash = 0x811c9dc5
  for (const label of path) {
    const text = `${typeof label === 'number' ? '#' : '$'}${label}/`
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
    hash = mix(hash)
  }
  return hash | 0
}

/** Even on [0, 1). */
export function uniform(random: RandomState): number {
  const sum = (((random.a + random.b) | 0) + random.d) | 0
  random.d = (random.d + 1) | 0
  random.a = random.b ^ (random.b >>> 9)
  random.b = (random.c + (random.c << 3)) | 0
  random.c = (((random.c << 21) | (random.c >>> 11)) + sum) | 0
  return (sum >>> 0) / 4294967296
}

/** Even on [low, high). */
export function between(random: RandomState, low: number, high: number): number {
  return low + (high - low) * uniform(random)
}

/** A whole number from 0 to count − 1. */
export function below(random: RandomState, count: number): number {
  return Math.floor(uniform(random) * count)
}

export function pick<T>(random: RandomState, choices: readonly [T, ...T[]]): T {
  return choices[below(random, choices.length)] ?? choices[0]
}

/** Standard normal, by the polar method of Marsaglia and Bray. */
export function normal(random: RandomState): number {
  if (random.hasSpare) {
    random.hasSpare = false
    return random.spare
  }
  let u: number
  let v: number
  let square: number
  do {
    u = 2 * uniform(random) - 1
    v = 2 * uniform(random) - 1
    square = u * u + v * v
  } while (square >= 1 || square === 0)
  const scale = Math.sqrt((-2 * Math.log(square)) / square)
  random.spare = v * scale
  random.hasSpare = true
  return u * scale
}

/** e to the power of a normal number with mean `mu` and deviation `sigma`. */
export function lognormal(random: RandomState, mu: number, sigma: number): number {
  return Math.exp(mu + sigma * normal(random))
}

/**
 * A Poisson count, by multiplication after Knuth.
 * @param none probability of a count of 0, that is e^(−mean); passed in because it is the same for many draws.
 *   Meant for means below about 10.
 */
export function poisson(random: RandomState, none: number): number {
  let count = 0
  let product = uniform(random)
  while (product > none) {
    count++
    product *= uniform(random)
  }
  return count
}

function mix(word: number): number {
  let x = word | 0
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d)
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b)
  return (x ^ (x >>> 16)) | 0
}
