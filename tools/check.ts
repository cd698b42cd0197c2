import { checkSteps } from './steps/check-steps'
import { runSteps } from './steps/step'

const total = await runSteps([checkSteps])
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1
