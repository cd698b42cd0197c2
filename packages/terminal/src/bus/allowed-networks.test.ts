import { describe, expect, test } from 'vitest'
import { allowedNetworks, resolveAllowed } from './allowed-networks'

describe('with no list', () => {
  test.each(['10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.20', 'fd00::20', '::ffff:10.1.2.3'])(
    'the private address %s is allowed',
    (address) => expect(networks(undefined).allows(address)).toBe(true),
  )

  test.each([
    '127.0.0.1',
    '::1',
    '0.0.0.0',
    '::',
    '169.254.10.1',
    'fe80::1',
    '::ffff:127.0.0.1',
    '172.32.0.1',
    '8.8.8.8',
    '2001:db8::1',
    'not an address',
  ])('%s is refused', (address) => expect(networks(undefined).allows(address)).toBe(false))

  test("the server's own address is refused although it is private", () => {
    const list = networks(undefined, ['192.168.1.5'])
    expect(list.allows('192.168.1.5')).toBe(false)
    expect(list.allows('192.168.1.6')).toBe(true)
  })
})

describe('with a list', () => {
  test('only what is listed is allowed', () => {
    const list = networks(['192.168.7.0/24', '203.0.113.9'])
    expect(['192.168.7.1', '203.0.113.9', '203.0.113.10', '10.0.0.1'].map(list.allows)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  test('everything does not include the box itself and its neighbours', () => {
    const list = networks(['0.0.0.0/0', '::/0'])
    const own = ['127.0.0.1', '169.254.1.1', '0.0.0.0', '::1', 'fe80::1', '::ffff:127.0.0.1']
    expect(own.filter(list.allows)).toEqual([])
    expect(list.allows('8.8.8.8')).toBe(true)
  })

  test('loopback and link-local can be named by hand', () => {
    const list = networks(['127.0.0.0/8', '::1/128', 'fe80::/10'])
    expect(['127.0.0.1', '::1', 'fe80::1'].every(list.allows)).toBe(true)
    expect(list.allows('169.254.1.1')).toBe(false)
  })

  test.each(['10.0.0.0/33', 'fc00::/129', '10.0.0/8', 'shop', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0.0/-1'])(
    '%s is no network, and its place is named',
    (entry) =>
      expect(allowedNetworks(['10.0.0.0/8', entry], [])).toEqual({ ok: false, problem: { entry: 1 } }),
  )
})

test('a host name is judged by the address it resolves to', async () => {
  expect(await resolveAllowed('localhost', networks(undefined))).toMatchObject({
    ok: false,
    problem: { kind: 'not_allowed' },
  })
  expect(await resolveAllowed('localhost', networks(['127.0.0.1', '::1']))).toMatchObject({ ok: true })
})

test('a name that no one knows is refused as such', async () => {
  expect(await resolveAllowed('no-such-host.invalid', networks(undefined))).toEqual({
    ok: false,
    problem: { kind: 'unknown_host' },
  })
})

function networks(listed: string[] | undefined, server: string[] = []) {
  const result = allowedNetworks(listed, server)
  if (!result.ok) throw new Error('test network is wrong')
  return result.value
}
