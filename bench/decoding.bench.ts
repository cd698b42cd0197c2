import { readFileSync } from 'node:fs'
import { decodeReply } from '@coldkeep/domain/points/decode-point'
import type { DeviceModel } from '@coldkeep/domain/polling/device-model'
import { parseHex } from '@coldkeep/domain/polling/parse-hex'
import { checkReply } from '@coldkeep/modbus/rtu-frame'
import type { Report } from './report'
import { ratePerSecond } from './sample'

const models = new URL('../device-models/', import.meta.url)
const REPEATS = 20_000

/** What the answer of a three-phase meter costs a terminal: checksum, framing and 18 floats. */
export function run(report: Report): void {
  const model = JSON.parse(readFileSync(new URL('eastron-sdm630.json', models), 'utf8')) as DeviceModel
  const exchange = readFileSync(new URL('frames/eastron-sdm630.txt', models), 'utf8')
  const command = model.commands[0]
  const request = parseHex(/^> (.+)$/m.exec(exchange)?.[1] ?? '')
  const reply = parseHex(/^< (.+)$/m.exec(exchange)?.[1] ?? '')
  if (command === undefined || request === null || reply === null)
    throw new Error('the meter has no exchange')
  const decode = () => {
    const outcome = checkReply(request, reply, command.responseLengthBytes)
    const values = decodeReply(command.decoderId, command.points, outcome)
    if (values.some((one) => one.value === null)) throw new Error('a value is missing')
  }
  report.add('replies of a meter decoded', 'replies/s', 'higher', ratePerSecond(decode, { repeats: REPEATS }))
}
