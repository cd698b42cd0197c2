import type { WriteArguments } from '@coldkeep/contract/mqtt/command-arguments'

/** Sets the cut-out of a Danfoss AK-CC55 on unit 5, in tenths of a degree in register 0x63, to 2.0, which is 0x14. */
export const CUT_OUT_WRITE = {
  portId: 'p1',
  unitId: 5,
  requestHex: '06 00 63 00 14',
  expectedReplyHex: '06 00 63 00 14',
  includesUnitId: false,
  appendsCrc: true,
  replyHasCrc: true,
  intervalMs: 0,
  readBack: {
    requestHex: '03 00 63 00 01',
    includesUnitId: false,
    appendsCrc: true,
    responseLengthBytes: 7,
    decoderId: 1,
    numericFormat: 'i16',
    skipLeadingBytes: 0,
    skipTrailingBytes: 0,
    divisor: 10,
    multiplier: 1,
    expected: 2,
  },
} satisfies Omit<WriteArguments, 'retries' | 'timeoutMs'>
