import { listAccounts } from '@coldkeep/contract/areas/accounts'
import type { GuardedKind } from '@coldkeep/domain/access/equipment'
import { type PageKey, pageKeys } from '@coldkeep/domain/access/page-key'
import type { Translate } from '@coldkeep/phrases/keys'
import { pages } from '../../app/pages'
import { servedChoices } from '../../archetypes/editor-field'

/** Every page key with the pages that stand behind it. */
export function pageChoices(t: Translate): { readonly value: PageKey; readonly label: string }[] {
  return pageKeys.map((value) => {
    const titles = pages
      .filter(({ key, group }) => key === value && group !== null)
      .map(({ title }) => t(title))
    return { value, label: [value, titles.join(', ')].filter((part) => part !== '').join(' ') }
  })
}

export function kindText(kind: GuardedKind | 'other', t: Translate): string {
  return t(`rights.kinds.${kind}`)
}

/** Accounts by name, as what they sign in with. */
export const accountChoices = <Draft>() =>
  servedChoices<Draft, typeof listAccounts>(
    listAccounts,
    () => ({}),
    ({ accounts }) => accounts.map(({ login, name }) => ({ value: login, label: accountText(login, name) })),
  )

export function accountText(login: string, name: string): string {
  return name === login ? login : `${name} (${login})`
}
