import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clientInitHandshake, clientSecurityHandshake } from './client-handshake'
import type { Handshake } from './handshake'
import { rgbxFormat } from './pixel-format'
import { RfbError } from './rfb-error'
import { serverInitHandshake, serverSecurityHandshake } from './server-handshake'
import { cut, hex, latin1 } from './testing/byte-texts'

/** Everything that one side sends for everything that the other side sent, and what came of it. */
function play<Outcome>(handshake: Handshake<Outcome>, pieces: readonly Uint8Array[]) {
  const sent = [handshake.start(), ...pieces.map((piece) => handshake.push(piece))]
  return { sent: Buffer.concat(sent), outcome: handshake.outcome, rest: handshake.takeRest() }
}

function faultOf(run: () => unknown): readonly [string, string] | null {
  try {
    run()
    return null
  } catch (error) {
    if (!(error instanceof RfbError)) throw error
    return [error.code, error.message]
  }
}

const challenge = '00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00'
/** U+0001 as a password is the DES key 80 00…: see vnc-password.test.ts. */
const answer = '95 A8 D7 28 13 DA A9 4D 95 A8 D7 28 13 DA A9 4D'
const word = (value: number) => value.toString(16).padStart(8, '0')
const reason = (text: string) => word(text.length) + latin1(text).toString('hex')

// RFC 6143, 7.1.1 to 7.1.3 and appendix A: what the server sends, what the client must answer.
const agreed = [
  ['3.8, none', '003.008', '01 01 00000000', null, '3.8', 1, '003.008', '01'],
  [
    '3.8, password',
    '003.008',
    `02 01 02 ${challenge} 00000000`,
    '\u{01}',
    '3.8',
    2,
    '003.008',
    `02 ${answer}`,
  ],
  ['3.8, both, no password', '003.008', '02 02 01 00000000', null, '3.8', 1, '003.008', '01'],
  ['3.8, a password that is not requested', '003.008', '01 01 00000000', 'x', '3.8', 1, '003.008', '01'],
  ['3.7, none: no result', '003.007', '02 13 01', null, '3.7', 1, '003.007', '01'],
  ['3.7, password', '003.007', `01 02 ${challenge} 00000000`, '\u{01}', '3.7', 2, '003.007', `02 ${answer}`],
  ['3.3, none: nothing to answer', '003.003', '00000001', null, '3.3', 1, '003.003', ''],
  ['3.3, password', '003.003', `00000002 ${challenge} 00000000`, '\u{01}', '3.3', 2, '003.003', answer],
  ['3.5 is 3.3', '003.005', '00000001', null, '3.3', 1, '003.003', ''],
  ['Apple', '003.889', '01 01 00000000', null, '3.8', 1, '003.008', '01'],
  ['RealVNC', '005.000', '01 01 00000000', null, '3.8', 1, '003.008', '01'],
] as const

test.each(agreed)(
  'a client agrees with a server: %s',
  (_, stated, rest, password, version, security, spoken, sent) => {
    const bytes = Buffer.concat([latin1(`RFB ${stated}\n`), hex(rest), hex('AB CD')])
    for (const lengths of [[1], [bytes.length], [5, 1, 30]]) {
      const played = play(clientSecurityHandshake(password), cut(bytes, lengths))
      expect(played.outcome).toEqual({ version, security })
      expect(played.sent).toEqual(Buffer.concat([latin1(`RFB ${spoken}\n`), hex(sent)]))
      expect(played.rest).toEqual(hex('AB CD'))
    }
  },
)

test.each([
  ['no version', 'SSH-2.0-Open', '', null, 'version', 'the server states no version of RFB from 3.3 on'],
  ['an old version', 'RFB 003.002\n', '', null, 'version', 'the server states no version of RFB from 3.3 on'],
  ['busy, 3.8', 'RFB 003.008\n', `00 ${reason('Too busy\u{1b}[2J\n')}`, null, 'refused', 'Too busy [2J'],
  ['busy, 3.7', 'RFB 003.007\n', `00 ${reason('')}`, null, 'refused', 'the server gives no reason'],
  ['busy, 3.3', 'RFB 003.003\n', `00000000 ${reason('Later')}`, null, 'refused', 'Later'],
  [
    'TLS only',
    'RFB 003.008\n',
    '02 12 13',
    'x',
    'security',
    'the server offers the types of security 18, 19 only',
  ],
  [
    'TLS in 3.3',
    'RFB 003.003\n',
    '00000012',
    'x',
    'security',
    'the server offers the types of security 18 only',
  ],
  ['a password is missing', 'RFB 003.008\n', '01 02', null, 'password', 'the server requires a password'],
  [
    'a wrong one, 3.8',
    'RFB 003.008\n',
    `01 02 ${challenge} 00000001 ${reason('No')}`,
    'x',
    'authentication',
    'No',
  ],
  [
    'a wrong one, 3.7',
    'RFB 003.007\n',
    `01 02 ${challenge} 00000001`,
    'x',
    'authentication',
    'the server does not let us in',
  ],
  [
    'a wrong one, 3.3',
    'RFB 003.003\n',
    `00000002 ${challenge} 00000001`,
    'x',
    'authentication',
    'the server does not let us in',
  ],
  [
    'none, yet not let in',
    'RFB 003.008\n',
    `01 01 00000001 ${reason('Banned')}`,
    null,
    'authentication',
    'Banned',
  ],
])('a client gives up: %s', (_, stated, rest, password, code, message) => {
  const bytes = Buffer.concat([latin1(stated), hex(rest)])
  for (const lengths of [[1], [bytes.length]]) {
    const handshake = clientSecurityHandshake(password)
    expect(faultOf(() => play(handshake, cut(bytes, lengths)))).toEqual([code, message])
    expect(faultOf(() => handshake.push(hex('01')))).toEqual([code, message])
    expect(handshake.outcome).toBeNull()
  }
})

test('of a reason without end, 1 KiB is read', () => {
  const bytes = Buffer.concat([latin1('RFB 003.008\n'), hex('00 FFFFFFFF'), latin1('x'.repeat(1024))])
  expect(faultOf(() => play(clientSecurityHandshake(null), [bytes]))).toEqual(['refused', 'x'.repeat(1024)])
})

// RFC 6143, 7.3.2 and 7.4: 1280 × 800, 32 bits, depth 24, little endian, true colour, 255 each, shifts 16, 8 and 0.
const format = '20 18 00 01 00FF 00FF 00FF 10 08 00 000000'

test('a client says that it shares and reads the screen', () => {
  const bytes = hex(`0500 0320 ${format} 00000003 ${latin1('PC1').toString('hex')} 99`)
  for (const lengths of [[1], [bytes.length]]) {
    const played = play(clientInitHandshake(), cut(bytes, lengths))
    expect(played.sent).toEqual(hex('01'))
    expect(played.outcome).toEqual({
      width: 1280,
      height: 800,
      format: { ...rgbxFormat, redShift: 16, blueShift: 0 },
      name: 'PC1',
    })
    expect(played.rest).toEqual(hex('99'))
  }
})

test.each([
  ['no width', `0000 0320 ${format} 00000000`, 'screen'],
  ['no height', `0500 0000 ${format} 00000000`, 'screen'],
  ['too wide', `0F01 0001 ${format} 00000000`, 'screen'],
  ['too many pixels', `0F00 0871 ${format} 00000000`, 'screen'],
  ['24 bits', '0500 0320 18 18 00 01 00FF 00FF 00FF 10 08 00 000000 00000000', 'pixel_format'],
  ['deeper than its bits', '0500 0320 08 10 00 00 0000 0000 0000 00 00 00 000000 00000000', 'pixel_format'],
  [
    'colours beside their bits',
    '0500 0320 10 10 00 01 001F 003F 001F 0C 05 00 000000 00000000',
    'pixel_format',
  ],
  ['a colour of nothing', '0500 0320 10 10 00 01 0000 003F 001F 0B 05 00 000000 00000000', 'pixel_format'],
  ['a long name', `0500 0320 ${format} 00000401`, 'length'],
])('a client refuses a screen: %s', (_, bytes, code) => {
  expect(faultOf(() => play(clientInitHandshake(), [hex(bytes)]))?.[0]).toBe(code)
})

test.each(['0F00 0870', '0870 0F00', '0001 0001'])('a client takes a screen of %s', (size) => {
  expect(play(clientInitHandshake(), [hex(`${size} ${format} 00000000`)]).outcome).not.toBeNull()
})

const offer = latin1('RFB 003.008\n').toString('hex')

test.each([
  ['003.008', '01', '3.8', '01 01 00000000'],
  ['003.889', '01', '3.8', '01 01 00000000'],
  ['003.007', '01', '3.7', '01 01'],
  ['003.003', '', '3.3', '00000001'],
])('a server lets a client of %s in', (stated, chosen, version, sent) => {
  const bytes = Buffer.concat([latin1(`RFB ${stated}\n`), hex(chosen), hex('01')])
  for (const lengths of [[1], [bytes.length]]) {
    const played = play(serverSecurityHandshake(), cut(bytes, lengths))
    expect(played.outcome).toEqual({ version })
    expect(played.sent).toEqual(hex(offer + sent))
    expect(played.rest).toEqual(hex('01'))
  }
})

test.each([
  ['GET / HTTP/1', '', 'version'],
  ['RFB 003.008\n', '02', 'security'],
  ['RFB 003.007\n', '00', 'security'],
])('a server gives up a client that sends %j %s', (stated, chosen, code) => {
  const bytes = Buffer.concat([latin1(stated), hex(chosen)])
  expect(faultOf(() => play(serverSecurityHandshake(), [bytes]))?.[0]).toBe(code)
})

test.each([
  ['00', false],
  ['01', true],
  ['7F', true],
])('a server states its screen to a client that sends %s', (bytes, isShared) => {
  const init = {
    width: 1280,
    height: 800,
    format: { ...rgbxFormat, redShift: 16, blueShift: 0 },
    name: 'PC1',
  }
  const played = play(serverInitHandshake(init), [hex(bytes)])
  expect(played.outcome).toEqual({ isShared })
  expect(played.sent).toEqual(hex(`0500 0320 ${format} 00000003 ${latin1('PC1').toString('hex')}`))
})

test('peers that send anything are agreed with or given up', () => {
  const stated = fc.constantFrom('RFB 003.003\n', 'RFB 003.007\n', 'RFB 003.008\n', 'RFB 004.001\n', '')
  const anything = fc.uint8Array({ maxLength: 80 })
  const small = fc.array(fc.nat(3), { maxLength: 60 }).map((bytes) => Uint8Array.from(bytes))
  const sides = fc.constantFrom<() => Handshake<unknown>>(
    () => clientSecurityHandshake('secret'),
    () => clientSecurityHandshake(null),
    clientInitHandshake,
    serverSecurityHandshake,
  )
  const lengths = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(stated, fc.oneof(anything, small), sides, lengths, (version, bytes, begin, cuts) => {
      const all = Buffer.concat([latin1(version), bytes])
      const whole = faultOf(() => play(begin(), [all]))
      expect(faultOf(() => play(begin(), cut(all, cuts)))).toEqual(whole)
    }),
    { numRuns: 20_000 },
  )
})

test('what is sent behind a handshake is not held without end', () => {
  const handshake = serverSecurityHandshake()
  handshake.push(latin1('RFB 003.008\n\u{01}'))
  expect(handshake.outcome).not.toBeNull()
  expect(faultOf(() => handshake.push(new Uint8Array(1_000_000)))?.[0]).toBe('length')
})
