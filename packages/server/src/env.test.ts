import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parseEnv } from './env'

test('nothing set means embedded, on loopback, with a made-up password', () => {
  expect(parseEnv({})).toEqual({
    ok: true,
    value: {
      port: 8080,
      host: '127.0.0.1',
      tls: null,
      dataFolder: resolve('./data'),
      adminPassword: null,
      databaseUrl: null,
      mqttPort: 1883,
      mqttUrl: null,
      publicMqttUrls: [],
      mostPhotos: 10,
      gatewayName: null,
      serves: 'all',
      mqttCaFile: null,
      keepsBrokerUsers: false,
      mail: null,
      publicUrl: null,
      provider: null,
      proxies: [],
      webhookHosts: new Set(),
      line: null,
      metricsToken: null,
      smsFile: null,
      releaseRootFile: null,
    },
  })
})

test('an empty variable counts as not set', () => {
  expect(parseEnv({ PORT: '', DATABASE_URL: '', COLDKEEP_INSECURE: '' })).toEqual(parseEnv({}))
})

test('every variable is read', () => {
  const parsed = parseEnv({
    PORT: '0',
    COLDKEEP_HOST: '0.0.0.0',
    COLDKEEP_TLS_CERT: '/etc/coldkeep/hub.pem',
    COLDKEEP_TLS_KEY: '/etc/coldkeep/hub.key',
    COLDKEEP_INSECURE: '1',
    COLDKEEP_DATA: '/var/lib/coldkeep',
    COLDKEEP_ADMIN_PASSWORD: 'ten letters',
    DATABASE_URL: 'postgres://keeper@db/coldkeep',
    COLDKEEP_MQTT_PORT: '2883',
    MQTT_URL: 'mqtts://broker:8883',
    COLDKEEP_PUBLIC_MQTT_URL: 'mqtts://hub.example:8883, wss://hub.example/mqtt',
    COLDKEEP_MQTT_CA: '/etc/coldkeep/ca.pem',
    COLDKEEP_MQTT_USERS: 'dynamic-security',
    COLDKEEP_SMTP_URL: 'smtps://keeper:secret@mail.example',
    COLDKEEP_MAIL_FROM: 'Coldkeep <keeper@hub.example>',
    COLDKEEP_PUBLIC_URL: 'https://hub.example/',
    COLDKEEP_OIDC_ISSUER: 'https://id.example/realms/cold',
    COLDKEEP_OIDC_CLIENT_ID: 'coldkeep',
    COLDKEEP_OIDC_CLIENT_SECRET: 'hush',
    COLDKEEP_OIDC_NAME: 'Frostline staff',
    COLDKEEP_OIDC_CLAIM: 'email',
    COLDKEEP_PROXIES: '10.1.2.3, 10.9.0.0/16, ::1',
    COLDKEEP_WEBHOOK_HOSTS: '10.1.2.3:8443, desk.lan:80',
    COLDKEEP_LINE_TOKEN: 'token/with+signs=',
    COLDKEEP_LINE_SECRET: 'abc',
    COLDKEEP_LINE_URL: 'https://line-gateway.example/',
    COLDKEEP_METRICS_TOKEN: 'scrape-7',
    COLDKEEP_SMS: '/etc/coldkeep/sms.json',
    COLDKEEP_RELEASE_ROOT: '/etc/coldkeep/root.json',
    COLDKEEP_MAX_IMAGES: '6',
    COLDKEEP_GATEWAY: 'east',
    COLDKEEP_SERVES: 'screens',
  })
  expect(parsed).toEqual({
    ok: true,
    value: {
      port: 0,
      host: '0.0.0.0',
      tls: { certificateFile: '/etc/coldkeep/hub.pem', keyFile: '/etc/coldkeep/hub.key' },
      dataFolder: '/var/lib/coldkeep',
      adminPassword: 'ten letters',
      databaseUrl: 'postgres://keeper@db/coldkeep',
      mqttPort: 2883,
      mqttUrl: 'mqtts://broker:8883',
      publicMqttUrls: ['mqtts://hub.example:8883', 'wss://hub.example/mqtt'],
      mostPhotos: 6,
      gatewayName: 'east',
      serves: 'screens',
      mqttCaFile: '/etc/coldkeep/ca.pem',
      keepsBrokerUsers: true,
      mail: { smtpUrl: 'smtps://keeper:secret@mail.example', from: 'Coldkeep <keeper@hub.example>' },
      publicUrl: 'https://hub.example',
      provider: {
        issuer: 'https://id.example/realms/cold',
        clientId: 'coldkeep',
        clientSecret: 'hush',
        name: 'Frostline staff',
        claim: 'email',
      },
      proxies: ['10.1.2.3', '10.9.0.0/16', '::1'],
      webhookHosts: new Set(['10.1.2.3:8443', 'desk.lan:80']),
      line: { token: 'token/with+signs=', secret: 'abc', url: 'https://line-gateway.example' },
      metricsToken: 'scrape-7',
      smsFile: '/etc/coldkeep/sms.json',
      releaseRootFile: '/etc/coldkeep/root.json',
    },
  })
})

test.each([
  ['PORT', '80a'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['COLDKEEP_GATEWAY', 'East'],
  ['COLDKEEP_GATEWAY', 'thirteen-long'],
  // as a name that is made up
  ['COLDKEEP_GATEWAY', '00c0ffee'],
  ['COLDKEEP_SERVES', 'screen'],
  ['COLDKEEP_HOST', 'two words'],
  ['COLDKEEP_HOST', '0.0.0.0'],
  ['COLDKEEP_HOST', '192.168.1.4'],
  ['COLDKEEP_HOST', '127.evil.example'],
  ['COLDKEEP_ADMIN_PASSWORD', 'nine char'],
  ['DATABASE_URL', 'mysql://db/coldkeep'],
  ['DATABASE_URL', 'db'],
  ['COLDKEEP_MQTT_PORT', '1883/tcp'],
  ['MQTT_URL', 'http://broker'],
  ['COLDKEEP_MQTT_USERS', 'file'],
  ['COLDKEEP_MQTT_USERS', 'dynamic-security'],
  ['COLDKEEP_PUBLIC_MQTT_URL', 'https://hub.example'],
  ['COLDKEEP_PUBLIC_MQTT_URL', 'mqtt://hub.example,'],
  ['COLDKEEP_PUBLIC_MQTT_URL', 'mqtts://server:secret@hub.example'],
  ['COLDKEEP_INSECURE', 'yes'],
  ['COLDKEEP_PROXIES', 'proxy.lan'],
  ['COLDKEEP_PROXIES', 'loopback'],
  ['COLDKEEP_PROXIES', '10.1.2.3,'],
  ['COLDKEEP_PROXIES', '10.1.0.0/33'],
  ['COLDKEEP_PROXIES', '0.0.0.0/0'],
  ['COLDKEEP_PROXIES', 'true'],
  ['COLDKEEP_SMTP_URL', 'mail.example'],
  ['COLDKEEP_MAIL_FROM', 'keeper'],
  ['COLDKEEP_MAIL_FROM', 'Coldkeep <keeper@hub.example>, thief@evil.example'],
  ['COLDKEEP_OIDC_ISSUER', 'id.example'],
  ['COLDKEEP_OIDC_ISSUER', 'http://id.example'],
  ['COLDKEEP_OIDC_ISSUER', 'http://127.evil.example'],
  ['COLDKEEP_OIDC_ISSUER', 'https://id.example/?realm=cold'],
  ['COLDKEEP_OIDC_ISSUER', 'https://admin:hush@id.example'],
  ['COLDKEEP_OIDC_CLAIM', 'two words'],
  ['COLDKEEP_OIDC_NAME', 'two\nlines'],
  ['COLDKEEP_PUBLIC_URL', 'hub.example'],
  ['COLDKEEP_PUBLIC_URL', 'https://hub.example/console'],
  ['COLDKEEP_PUBLIC_URL', 'https://admin:hush@hub.example'],
  ['COLDKEEP_LINE_TOKEN', 'two words'],
  ['COLDKEEP_LINE_URL', 'http://api.line.example'],
  ['COLDKEEP_LINE_URL', 'api.line.me'],
])('%s=%s is refused and the variable is named', (variable, value) => {
  const parsed = parseEnv({ [variable]: value })
  expect(parsed.ok ? null : parsed.problem.variable).toBe(variable)
})

test('an account of LINE has a token and a secret, and neither is told when it is wrong', () => {
  const problemOf = (variables: Record<string, string>) => {
    const parsed = parseEnv(variables)
    return parsed.ok ? null : parsed.problem
  }
  expect(problemOf({ COLDKEEP_LINE_TOKEN: 'abc' })?.variable).toBe('COLDKEEP_LINE_SECRET')
  expect(problemOf({ COLDKEEP_LINE_SECRET: 'abc' })?.variable).toBe('COLDKEEP_LINE_TOKEN')
  const both = { COLDKEEP_LINE_TOKEN: 'abc', COLDKEEP_LINE_SECRET: 'hush hush' }
  expect(JSON.stringify(problemOf(both))).not.toContain('hush')
  const own = { ...both, COLDKEEP_LINE_SECRET: 'def', COLDKEEP_LINE_URL: 'http://127.0.0.1:8010' }
  expect(parseEnv(own)).toMatchObject({ value: { line: { url: 'http://127.0.0.1:8010' } } })
})

const missing = (variables: Record<string, string>) => {
  const parsed = parseEnv(variables)
  return parsed.ok ? null : parsed.problem.variable
}

test('a provider needs an id for this server and an address to send back to, and the rest needs a provider', () => {
  const issuer = { COLDKEEP_OIDC_ISSUER: 'https://id.example' }
  const known = { ...issuer, COLDKEEP_OIDC_CLIENT_ID: 'coldkeep' }
  expect(missing(issuer)).toBe('COLDKEEP_OIDC_CLIENT_ID')
  expect(missing(known)).toBe('COLDKEEP_PUBLIC_URL')
  expect(missing({ COLDKEEP_OIDC_CLIENT_ID: 'coldkeep' })).toBe('COLDKEEP_OIDC_ISSUER')
  expect(missing({ COLDKEEP_OIDC_CLIENT_SECRET: 'hush' })).toBe('COLDKEEP_OIDC_ISSUER')
  const parsed = parseEnv({ ...known, COLDKEEP_PUBLIC_URL: 'https://hub.example' })
  expect(parsed.ok && parsed.value.provider).toEqual({
    issuer: 'https://id.example',
    clientId: 'coldkeep',
    clientSecret: null,
    name: 'id.example',
    claim: null,
  })
})

test.each(['http://127.0.0.1:4000', 'http://localhost:4000', 'http://[::1]:4000'])(
  'the issuer %s needs no certificate',
  (url) => {
    const rest = { COLDKEEP_OIDC_CLIENT_ID: 'coldkeep', COLDKEEP_PUBLIC_URL: 'http://127.0.0.1:8080' }
    expect(missing({ COLDKEEP_OIDC_ISSUER: url, ...rest })).toBeNull()
  },
)

test('mail needs a sender, and an address for its links', () => {
  const mail = { COLDKEEP_SMTP_URL: 'smtp://localhost', COLDKEEP_MAIL_FROM: 'keeper@hub.example' }
  expect(missing({ COLDKEEP_SMTP_URL: mail.COLDKEEP_SMTP_URL })).toBe('COLDKEEP_MAIL_FROM')
  expect(missing(mail)).toBe('COLDKEEP_PUBLIC_URL')
  expect(missing({ ...mail, COLDKEEP_PUBLIC_URL: 'http://hub.example' })).toBeNull()
})

test('a certificate needs its key, and opens the way to other machines', () => {
  const pair = { COLDKEEP_TLS_CERT: '/hub.pem', COLDKEEP_TLS_KEY: '/hub.key' }
  expect(missing({ COLDKEEP_TLS_CERT: pair.COLDKEEP_TLS_CERT })).toBe('COLDKEEP_TLS_KEY')
  expect(missing({ COLDKEEP_TLS_KEY: pair.COLDKEEP_TLS_KEY })).toBe('COLDKEEP_TLS_CERT')
  expect(missing({ COLDKEEP_HOST: '0.0.0.0' })).toBe('COLDKEEP_HOST')
  const parsed = parseEnv({ COLDKEEP_HOST: '0.0.0.0', ...pair })
  expect(parsed).toMatchObject({ ok: true, value: { host: '0.0.0.0', mqttPort: 8883 } })
})

test.each(['localhost', '127.0.0.1', '127.1.2.3', '::1'])(
  '%s needs no permission to be served openly',
  (host) => {
    expect(parseEnv({ COLDKEEP_HOST: host }).ok).toBe(true)
  },
)

test('a refused password or database address is not repeated in the reason', () => {
  const password = parseEnv({ COLDKEEP_ADMIN_PASSWORD: 'hush' })
  expect(password.ok ? '' : password.problem.reason).not.toContain('hush')
  const address = parseEnv({ DATABASE_URL: 'mysql://keeper:hush@db' })
  expect(address.ok ? '' : address.problem.reason).not.toContain('hush')
})
