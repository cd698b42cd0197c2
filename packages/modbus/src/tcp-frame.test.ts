import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeTcp, feedTcp, NO_BYTES, rtuFromTcp, type TcpFrame, tcpFromRtu } from './tcp-frame'

const hex = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'))
const frames = fc.record({
  transactionId: fc.integer({ min: 0, max: 0xffff }),
  unitId: fc.integer({ min: 0, max: 255 }),
  pdu: fc.uint8Array({ minLength: 1, maxLength: 253 }),
})

test('a serial frame gets the header of the TCP guide and loses its CRC', () => {
  const frame = tcpFromRtu(hex('11 03 00 6B 00 03 76 87'), 0x1501)
  expect(frame).not.toBeNull()
  // MODBUS Messaging on TCP/IP V1.0b, 3.1.3: transaction, protocol 0, length 6, unit, PDU.
  expect(encodeTcp(frame!)).toEqual(hex('15 01 00 00 00 06 11 03 00 6B 00 03'))
})

test('a frame without a valid CRC cannot go over Modbus TCP', () => {
  expect(tcpFromRtu(hex('11 03 00 6B 00 03 76 88'), 1)).toBeNull()
  expect(tcpFromRtu(hex('01 06'), 1)).toBeNull()
})

test('a frame from TCP is the serial frame with a computed CRC', () => {
  const frame = { transactionId: 9, unitId: 0x11, pdu: hex('03 06 AE 41 56 52 43 40') }
  expect(rtuFromTcp(frame)).toEqual(hex('11 03 06 AE 41 56 52 43 40 49 AD'))
})

test('dressing for TCP and back gives the same serial frame', () => {
  fc.assert(
    fc.property(frames, (frame) => {
      expect(tcpFromRtu(rtuFromTcp(frame), frame.transactionId)).toEqual(frame)
    }),
  )
})

test('however the stream is cut, the same messages come out of it', () => {
  const cuts = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1 })
  fc.assert(
    fc.property(fc.array(frames, { maxLength: 6 }), cuts, (sent, lengths) => {
      const stream = Uint8Array.from(sent.flatMap((frame) => [...encodeTcp(frame)]))
      const received: TcpFrame[] = []
      let pending = NO_BYTES
      for (let start = 0, turn = 0; start < stream.length; turn++) {
        const end = start + lengths[turn % lengths.length]!
        const feed = feedTcp(pending, stream.subarray(start, end))
        expect(feed.problem).toBeNull()
        received.push(...feed.frames)
        pending = feed.pending
        start = end
      }
      expect(received).toEqual(sent)
      expect(pending).toHaveLength(0)
    }),
  )
})

test.each([
  ['00 01 00 01 00 06 11 03', 'protocol_id'],
  ['00 01 00 00 00 01 11', 'length'],
  ['00 01 00 00 00 FF 11', 'length'],
])('the stream %s is given up because of its %s', (bytes, problem) => {
  expect(feedTcp(NO_BYTES, hex(bytes)).problem).toBe(problem)
})

test('messages before the broken one are still delivered', () => {
  const good = { transactionId: 1, unitId: 2, pdu: hex('03 02 00 22') }
  const feed = feedTcp(NO_BYTES, Uint8Array.of(...encodeTcp(good), ...hex('00 02 00 07 00 06')))
  expect(feed).toEqual({ frames: [good], pending: NO_BYTES, problem: 'protocol_id' })
})

test('what is handed out does not change when the receive buffer is used again', () => {
  const chunk = encodeTcp({ transactionId: 1, unitId: 2, pdu: hex('03 02 00 22') })
  const feed = feedTcp(NO_BYTES, chunk)
  chunk.fill(0xff)
  expect(feed.frames[0]!.pdu).toEqual(hex('03 02 00 22'))
})
