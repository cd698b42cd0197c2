import { listAccounts } from '@coldkeep/contract/areas/accounts'
import type { GuardedKind } from '@coldkeep/domain/access/equipment'
import { type PageKey, pageKeys } from '@coldkeep/domain/access/page-key'
import type { Translate } from '@coldkeep/phrases/keys'
import { searchedChoices } from '../../archetypes/editor/editor-field'
import { allPages } from '../../site/pages'

/** Every page key with the pages that it grants. */
export function pageChoices(t: Translate): { readonly value: PageKey; readonly label: string }[] {
  return pageKeys.map((value) => {
    const titles = allPages()
      .filter(({ key, group }) => key === value && group !== null)
      .map(({ title }) => t(title))
    return { value, label: [value, titles.join(', ')].filter((part) => part !== '').join(' ') }
  })
}

export function kindText(kind: GuardedKind | 'other', t: Translate): string {
  return t(`rights.kinds.${kind}`)
}

export function flagText(isSet: boolean, t: Translate): string {
  return t(isSet ? 'rights.yes' : 'rights.no')
}

/** So many accounts are offered at once; more are found by typing. */
const OFFERED = 50

/** The first accounts by name that a text finds. */
export const accountsFound = (search: string) =>
  ({ query: { search, sort: 'name', state: 'all', page: 1, pageSize: OFFERED } }) as const

/** Accounts by name, as what they sign in with. */
export const accountChoices = <Draft>() =>
  searchedChoices<Draft, typeof listAccounts>(
    listAccounts,
    (_, search) => accountsFound(search),
    ({ accounts }) => accounts.map(accountChoice),
  )

export function accountChoice({ login, name }: { readonly login: string; readonly name: string }) {
  return { value: login, label: accountText(login, name) }
}

function accountText(login: string, name: string): string {
  return name === login ? login : `${name} (${login})`
}
