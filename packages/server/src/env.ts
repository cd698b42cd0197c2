import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { MIN_PASSWORD_LENGTH } from '@coldkeep/contract/wire/line'
import { fail, ok, type Result } from '@coldkeep/domain/result'
import type { ProviderSettings } from './accounts/open-provider'
import { isCommonPassword } from './accounts/weak-password'
import { isLoopback } from './http/loopback'
import type { CertificateFiles } from './http/server-certificate'
import type { MailSettings } from './mail/mail-sender'
import type { LineSettings } from './notices/line/line-api'
import { type EnvProblem, type Variables, withSecretFiles } from './secret-files'

const MOST_MAX_IMAGES = 50

/** What the environment settles for one run of the server. */
export interface Settings {
  /** 0: any free port. */
  readonly port: number
  /** Where HTTP and the embedded broker listen. */
  readonly host: string
  /** What HTTP and the embedded broker show; `null`: they speak no TLS. */
  readonly tls: CertificateFiles | null
  /** Folder of the embedded database, files and keys; absolute. */
  readonly dataFolder: string
  /** Password of the first account; `null`: made up. */
  readonly adminPassword: string | null
  /** `null`: the embedded database. */
  readonly databaseUrl: string | null
  readonly mqttPort: number
  /** `null`: the embedded broker. */
  readonly mqttUrl: string | null
  /** Where terminals reach the broker; none: where the server itself does. */
  readonly publicMqttUrls: readonly string[]
  /** The certificate, in PEM, of the authority that signs the broker's; absolute. */
  readonly mqttCaFile: string | null
  /** The users of an outside broker are kept by the server; else its operators do that. */
  readonly keepsBrokerUsers: boolean
  /** How mail goes out; `null`: none does. */
  readonly mail: MailSettings | null
  /** The address of the console, without a slash at its end; `null`: not configured. */
  readonly publicUrl: string | null
  /** The provider that accounts can sign in with beside a password; `null`: none. */
  readonly provider: ProviderSettings | null
  /** Addresses and networks of the proxies in front, which are believed about who calls; no one else is. */
  readonly proxies: readonly string[]
  /** Hosts of the own network, as `host:port`, that signed messages may be sent to. */
  readonly webhookHosts: ReadonlySet<string>
  /** The account of LINE that messages come from; `null`: none do. */
  readonly line: LineSettings | null
  /** Required to read the metrics; `null`: only this machine may read them. */
  readonly metricsToken: string | null
  /** How messages are handed to a gateway for telephones; absolute. `null`: none are. */
  readonly smsFile: string | null
  /** The public part of the key from which signatures of releases follow; absolute. `null`: no image is accepted. */
  readonly releaseRootFile: string | null
  /** Photos of one record. */
  readonly mostPhotos: number
  /** With it the names of the screen sessions of this process begin; `null`: made up at each start. */
  readonly gatewayName: string | null
  /** `screens`: nothing but the screens of stores, beside a server that does all else. */
  readonly serves: 'all' | 'screens'
}

/** The settings of this process; the only place that reads its environment. */
export function readEnv(): Result<Settings, EnvProblem> {
  const variables = withSecretFiles(process.env)
  return variables.ok ? parseEnv(variables.value) : variables
}

/**
 * Reads the settings out of a record of variables. An empty text counts as not set. The first problem is
 * reported.
 */
export function parseEnv(variables: Variables): Result<Settings, EnvProblem> {
  const reader = envReader(variables)
  const { read, problems } = reader
  const tls = readTls(reader)
  const settings: Settings = {
    port: read('PORT', 8080, parsePort),
    host: read('COLDKEEP_HOST', '127.0.0.1', parseHost),
    tls,
    dataFolder: resolve(read('COLDKEEP_DATA', './data', (text) => ok(text))),
    adminPassword: read<string | null>('COLDKEEP_ADMIN_PASSWORD', null, parsePassword),
    databaseUrl: read<string | null>('DATABASE_URL', null, urlWith(['postgres:', 'postgresql:'])),
    mqttPort: read('COLDKEEP_MQTT_PORT', tls === null ? 1883 : 8883, parsePort),
    mqttUrl: read<string | null>('MQTT_URL', null, urlWith(['mqtt:', 'mqtts:'])),
    publicMqttUrls: read<readonly string[]>('COLDKEEP_PUBLIC_MQTT_URL', [], parsePublicUrls),
    keepsBrokerUsers: read('COLDKEEP_MQTT_USERS', false, parseUserKeeping),
    mqttCaFile: read<string | null>('COLDKEEP_MQTT_CA', null, (text) => ok(resolve(text))),
    mail: readMail(reader),
    provider: readProvider(reader),
    publicUrl: read<string | null>('COLDKEEP_PUBLIC_URL', null, parsePublicUrl),
    proxies: read<readonly string[]>('COLDKEEP_PROXIES', [], parseProxies),
    webhookHosts: read<ReadonlySet<string>>('COLDKEEP_WEBHOOK_HOSTS', new Set(), parseHosts),
    line: readLine(reader),
    metricsToken: read<string | null>('COLDKEEP_METRICS_TOKEN', null, parseSecret),
    smsFile: read<string | null>('COLDKEEP_SMS', null, (text) => ok(resolve(text))),
    releaseRootFile: read<string | null>('COLDKEEP_RELEASE_ROOT', null, (text) => ok(resolve(text))),
    mostPhotos: read('COLDKEEP_MAX_IMAGES', 10, parseMostPhotos),
    gatewayName: read<string | null>('COLDKEEP_GATEWAY', null, parseGatewayName),
    serves: read<Settings['serves']>('COLDKEEP_SERVES', 'all', parseServes),
  }
  problems.push(...lackingOf(settings))
  const isInsecureAllowed = read('COLDKEEP_INSECURE', false, parseSwitch)
  if (!isInsecureAllowed && tls === null && !isLoopback(settings.host)) {
    problems.push({
      variable: 'COLDKEEP_HOST',
      reason: `${settings.host} can be reached from other machines; set COLDKEEP_TLS_CERT and COLDKEEP_TLS_KEY, or COLDKEEP_INSECURE=1 to serve it without a certificate`,
    })
  }
  return problems[0] === undefined ? ok(settings) : fail(problems[0])
}

interface EnvReader {
  /** The value of a variable, or the fallback where it is not set or wrong. */
  readonly read: <Value>(
    variable: string,
    fallback: Value,
    parse: (text: string) => Result<Value, string>,
  ) => Value
  /** What was wrong so far. */
  readonly problems: EnvProblem[]
}

function envReader(variables: Variables): EnvReader {
  const problems: EnvProblem[] = []
  return {
    problems,
    read(variable, fallback, parse) {
      const text = variables[variable]
      if (text === undefined || text === '') return fallback
      const parsed = parse(text)
      if (parsed.ok) return parsed.value
      problems.push({ variable, reason: parsed.problem })
      return fallback
    },
  }
}

/** Settings that need another one, which is not set. */
function lackingOf(settings: Settings): EnvProblem[] {
  const { mail, provider, publicUrl, keepsBrokerUsers, mqttUrl, serves, databaseUrl, gatewayName } = settings
  const problems: EnvProblem[] = []
  if (serves === 'screens' && databaseUrl === null) {
    problems.push({
      variable: 'DATABASE_URL',
      reason: 'a process that serves screens alone shares the PostgreSQL of a server',
    })
  }
  if (serves === 'screens' && gatewayName === null) {
    problems.push({
      variable: 'COLDKEEP_GATEWAY',
      reason: 'a router tells processes that serve screens alone by their names',
    })
  }
  if (mail !== null && publicUrl === null) {
    problems.push({
      variable: 'COLDKEEP_PUBLIC_URL',
      reason: 'mail has links into the console; set its address',
    })
  }
  if (provider !== null && publicUrl === null) {
    problems.push({
      variable: 'COLDKEEP_PUBLIC_URL',
      reason: 'the OpenID Connect provider sends people back to the console; set its address',
    })
  }
  if (keepsBrokerUsers && mqttUrl === null) {
    problems.push({ variable: 'COLDKEEP_MQTT_USERS', reason: 'only a broker that MQTT_URL names has users' })
  }
  return problems
}

function readTls({ read, problems }: EnvReader): CertificateFiles | null {
  const certificateFile = read<string | null>('COLDKEEP_TLS_CERT', null, (text) => ok(resolve(text)))
  const keyFile = read<string | null>('COLDKEEP_TLS_KEY', null, (text) => ok(resolve(text)))
  if (certificateFile !== null && keyFile !== null) return { certificateFile, keyFile }
  if (certificateFile !== null || keyFile !== null) {
    const variable = certificateFile === null ? 'COLDKEEP_TLS_CERT' : 'COLDKEEP_TLS_KEY'
    problems.push({ variable, reason: 'TLS takes a certificate and its key; set both' })
  }
  return null
}

function readProvider({ read, problems }: EnvReader): ProviderSettings | null {
  const issuer = read<string | null>('COLDKEEP_OIDC_ISSUER', null, parseIssuer)
  const clientId = read<string | null>('COLDKEEP_OIDC_CLIENT_ID', null, (text) => ok(text))
  const clientSecret = read<string | null>('COLDKEEP_OIDC_CLIENT_SECRET', null, (text) => ok(text))
  const name = read<string | null>('COLDKEEP_OIDC_NAME', null, parseLabel)
  const claim = read<string | null>('COLDKEEP_OIDC_CLAIM', null, parseClaim)
  if (issuer === null) {
    if ([clientId, clientSecret, name, claim].some((value) => value !== null)) {
      problems.push({
        variable: 'COLDKEEP_OIDC_ISSUER',
        reason: 'the other settings of the OpenID Connect provider are of use with its issuer only',
      })
    }
    return null
  }
  if (clientId === null) {
    problems.push({
      variable: 'COLDKEEP_OIDC_CLIENT_ID',
      reason: 'the provider knows this server by an id; set it',
    })
    return null
  }
  return { issuer, clientId, clientSecret, name: name ?? new URL(issuer).hostname, claim }
}

function readMail({ read, problems }: EnvReader): MailSettings | null {
  const smtpUrl = read<string | null>('COLDKEEP_SMTP_URL', null, urlWith(['smtp:', 'smtps:']))
  const from = read<string | null>('COLDKEEP_MAIL_FROM', null, parseSender)
  if (smtpUrl !== null && from !== null) return { smtpUrl, from }
  if (smtpUrl !== null) {
    problems.push({ variable: 'COLDKEEP_MAIL_FROM', reason: 'mail has a sender; set its address' })
  }
  return null
}

function readLine({ read, problems }: EnvReader): LineSettings | null {
  const token = read<string | null>('COLDKEEP_LINE_TOKEN', null, parseSecret)
  const secret = read<string | null>('COLDKEEP_LINE_SECRET', null, parseSecret)
  const url = read('COLDKEEP_LINE_URL', 'https://api.line.me', parseLineUrl)
  if (token !== null && secret !== null) return { token, secret, url }
  if (token !== null || secret !== null) {
    const variable = token === null ? 'COLDKEEP_LINE_TOKEN' : 'COLDKEEP_LINE_SECRET'
    problems.push({ variable, reason: 'an account of LINE has a token and a secret; set both' })
  }
  return null
}

/** No part of a secret enters a reason: it would be printed. */
function parseSecret(text: string): Result<string, string> {
  return /^[\x21-\x7e]+$/.test(text) ? ok(text) : fail('letters and signs of ASCII without blanks')
}

/** A token goes there with each message: in the open only within this machine. */
function parseLineUrl(text: string): Result<string, string> {
  const url = parsePublicUrl(text)
  const isOpen = url.ok && new URL(text).protocol === 'http:'
  return isOpen && !isLoopback(new URL(text).hostname) ? fail('https, or http to this machine') : url
}

function parsePort(text: string): Result<number, string> {
  const port = Number(text)
  return /^\d{1,5}$/.test(text) && port <= 65_535 ? ok(port) : fail(`"${text}" is not a port from 0 to 65535`)
}

function parseMostPhotos(text: string): Result<number, string> {
  const most = Number(text)
  return /^\d{1,2}$/.test(text) && most >= 1 && most <= MOST_MAX_IMAGES
    ? ok(most)
    : fail(`"${text}" is not a number from 1 to ${MOST_MAX_IMAGES}`)
}

function parseGatewayName(text: string): Result<string, string> {
  // names that are made up have that form: whose recordings they are shows in it
  if (/^[0-9a-f]{8}$/.test(text))
    return fail('eight hexadecimal digits are the form of names that are made up')
  return /^[a-z0-9]{1,12}$/.test(text) ? ok(text) : fail(`"${text}" is not a name of 1 to 12 of a-z and 0-9`)
}

function parseServes(text: string): Result<Settings['serves'], string> {
  return text === 'all' || text === 'screens' ? ok(text) : fail(`"${text}" is neither all nor screens`)
}

function parseHost(text: string): Result<string, string> {
  const isHostName = /^[a-z0-9]([a-z0-9.-]{0,252}[a-z0-9])?$/i.test(text)
  return isIP(text) !== 0 || isHostName ? ok(text) : fail(`"${text}" is not an address to listen on`)
}

// The value never enters the reason: it would be printed.
function parsePassword(text: string): Result<string, string> {
  if (text.length < MIN_PASSWORD_LENGTH)
    return fail(`a password has at least ${MIN_PASSWORD_LENGTH} characters`)
  return isCommonPassword(text) ? fail('many people choose this password; choose another one') : ok(text)
}

function urlWith(protocols: readonly string[]) {
  return (text: string): Result<string, string> => {
    const forms = protocols.map((protocol) => `${protocol}//`).join(' or ')
    return URL.canParse(text) && protocols.includes(new URL(text).protocol)
      ? ok(text)
      : fail(`expected an address that begins with ${forms}`)
  }
}

/** Where people reach the console: an origin, or a folder of one. */
function parsePublicUrl(text: string): Result<string, string> {
  const url = urlWith(['http:', 'https:'])(text)
  if (!url.ok) return url
  const { origin, pathname, search, hash, username } = new URL(text)
  if (search !== '' || hash !== '' || username !== '')
    return fail('an address without account, query and fragment')
  return pathname === '/' ? ok(origin) : fail('the console stands at the top of its address')
}

/** As the provider calls itself. Without a certificate only where no network lies between. */
function parseIssuer(text: string): Result<string, string> {
  const url = urlWith(['http:', 'https:'])(text)
  if (!url.ok) return url
  const { protocol, hostname, search, hash, username } = new URL(text)
  if (search !== '' || hash !== '' || username !== '')
    return fail('an issuer has neither account, query nor fragment')
  return protocol === 'https:' || isLoopback(hostname)
    ? ok(text)
    : fail('an issuer on another machine begins with https://')
}

function parseLabel(text: string): Result<string, string> {
  return /^[^\p{Cc}]{1,60}$/u.test(text)
    ? ok(text.trim())
    : fail('a name has 60 characters at most, in one line')
}

function parseClaim(text: string): Result<string, string> {
  return /^[\w:./-]{1,100}$/.test(text) ? ok(text) : fail(`"${text}" is not the name of a claim`)
}

function parseSender(text: string): Result<string, string> {
  const isSender =
    /^(?:[^<>\r\n"@]*<)?[^\s<>@"]+@[^\s<>@"]+>?$/.test(text) && text.includes('<') === text.endsWith('>')
  return isSender ? ok(text) : fail(`"${text}" is not an address that mail can come from`)
}

/** Addresses joined with commas. A secret in one of them would be sent to every terminal. */
function parsePublicUrls(text: string): Result<readonly string[], string> {
  const parse = urlWith(['mqtt:', 'mqtts:', 'ws:', 'wss:'])
  const urls: string[] = []
  for (const one of text.split(',').map((part) => part.trim())) {
    const url = parse(one)
    if (!url.ok) return fail(url.problem)
    const { username, password } = new URL(one)
    if (username !== '' || password !== '')
      return fail('an address that terminals are told holds no password')
    urls.push(one)
  }
  return ok(urls)
}

/** `host:port`, joined with commas. */
function parseHosts(text: string): Result<ReadonlySet<string>, string> {
  const hosts = text.split(',').map((part) => part.trim())
  const wrong = hosts.find((host) => !/^\S+:\d{1,5}$/.test(host))
  return wrong === undefined ? ok(new Set(hosts)) : fail(`"${wrong}" is not of the form host:port`)
}

/** Addresses, or networks as `10.1.0.0/16`, joined with commas. */
function parseProxies(text: string): Result<readonly string[], string> {
  const proxies = text.split(',').map((part) => part.trim())
  const wrong = proxies.find((proxy) => !isNetwork(proxy))
  return wrong === undefined
    ? ok(proxies)
    : fail(`"${wrong}" is neither an address nor a network such as 10.1.0.0/16`)
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || address.includes('%') || rest.length > 0) return false
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

function parseUserKeeping(text: string): Result<boolean, string> {
  if (text === 'dynamic-security' || text === 'operator') return ok(text === 'dynamic-security')
  return fail(`"${text}" is neither operator nor dynamic-security`)
}

function parseSwitch(text: string): Result<boolean, string> {
  return text === '1' || text === '0' ? ok(text === '1') : fail(`"${text}" is neither 1 nor 0`)
}
