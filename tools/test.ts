import { runSteps } from './steps/step'
import { allSteps, walkSteps } from './steps/test-steps'

const [part, name] = process.argv.slice(2)
const startedMs = performance.now()
const total = await runSteps(part === 'e2e' ? walkSteps(name) : allSteps)
console.log(`${((performance.now() - startedMs) / 1000).toFixed(0)} s in all`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1
