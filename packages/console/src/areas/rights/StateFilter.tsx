import { accountOrders, accountStates } from '@coldkeep/contract/areas/accounts'
import { useMemo } from 'react'
import { SelectField } from '../../kit/field/SelectField'
import { useText } from '../../kit/text'
import { useAddress } from '../../parts/use-address'

const ALL = 'all' as const

/** Lets through the accounts in one state. @param name of the table, in the address */
export function StateFilter({ name }: { readonly name: string }) {
  const t = useText()
  const [, changeAddress] = useAddress()
  const { query } = useStateFilter(name)
  return (
    <SelectField
      label={t('rights.state')}
      hideLabel
      value={query.state}
      choices={[
        { value: ALL, label: t('rights.accounts.allStates') },
        { value: 'enabled', label: t('rights.enabled') },
        { value: 'temporary', label: t('rights.accounts.mustChange') },
        { value: 'disabled', label: t('rights.disabled') },
      ]}
      onChange={(next) =>
        changeAddress({
          [`${name}.state`]: next === null || next === ALL ? undefined : next,
          [`${name}.page`]: undefined,
        })
      }
    />
  )
}

/** What the filter of a table selects. */
export function useStateFilter(name: string) {
  const [{ [`${name}.state`]: text }, changeAddress] = useAddress()
  const state = accountStates.find((one) => one === text) ?? ALL
  return useMemo(
    () => ({
      query: { state },
      served: {
        sorts: accountOrders,
        isFiltered: state !== ALL,
        onClear: () => changeAddress({ [`${name}.state`]: undefined, [`${name}.page`]: undefined }),
      },
    }),
    [state, name, changeAddress],
  )
}
