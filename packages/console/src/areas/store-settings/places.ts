const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Countries by their two letters, in the words of the reader. */
export function countryChoices(language: string): { readonly value: string; readonly label: string }[] {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
  return LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
    .flatMap((code) => {
      const name = names.of(code)
      return name === undefined ? [] : [{ value: code, label: `${name} (${code})` }]
    })
    .sort((a, b) => a.label.localeCompare(b.label, language))
}

/** A country in the words of the reader; what is none stays as it was typed. */
export function countryName(code: string, language: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code
  const name = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }).of(code)
  return name === undefined ? code : `${name} (${code})`
}

/** Time zones by their IANA names. */
export function zoneChoices(): { readonly value: string; readonly label: string }[] {
  return Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone }))
}
