/** What a chain calls the levels of its organisation, the highest first, as people write them: parted by commas. */
export function levelNamesOf(text: string): readonly string[] {
  return text
    .split(/[,，、]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
}
