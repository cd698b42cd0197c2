import fc from 'fast-check'

/**
 * Properties are held against the same made-up values in every run, so that a run that was green stays green.
 * `PROPERTY_SEED=random` looks for new counterexamples, and a number repeats one.
 */
const wish = process.env.PROPERTY_SEED ?? '20261121'
if (wish !== 'random') fc.configureGlobal({ seed: Number(wish) })
