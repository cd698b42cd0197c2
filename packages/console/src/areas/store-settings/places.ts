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

/** Time zones by their IANA names. */
export function zoneChoices(): { readonly value: string; readonly label: string }[] {
  return Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone }))
}
