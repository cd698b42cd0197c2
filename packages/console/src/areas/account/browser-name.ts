/** What a browser calls itself, in the words of people; `null` where neither is known. */
export interface BrowserName {
  readonly browser: string
  readonly system: string
}

// The first that is named counts: Edge, Opera and Samsung's also call themselves Chrome, and Chrome Safari.
const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
] as const

const systems = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const

export function browserName(userAgent: string): BrowserName | null {
  const browser = browsers.find(([, sign]) => sign.test(userAgent))?.[0]
  const system = systems.find(([, sign]) => sign.test(userAgent))?.[0]
  return browser === undefined || system === undefined ? null : { browser, system }
}
